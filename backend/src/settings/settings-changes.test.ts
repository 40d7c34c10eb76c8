import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createClient } from '../../test/factories.js';
import { filesOf, keptFiles, ownedFiles } from '../../test/files.js';
import { connectLive, waitForEvent, sessionCookie } from '../../test/live.js';
import { LOGO_MAX_BYTES } from '../contract/limits.js';
import type { SettingsView } from '../contract/settings.js';

const DEFAULTS: Partial<SettingsView> = { logoUrl: null, brandName: '', primaryColor: '#3b82f6' };
const COLOUR = 'primaryColor must be a colour such as #6366f1';
const SIX_DIGITS = 'primaryColor must be a colour of six hexadecimal digits such as #6366f1';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

function picture(format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif', size = 300): Promise<Buffer> {
  const background = { r: 20, g: 90, b: 200, alpha: 0.5 };
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .toFormat(format)
    .toBuffer();
}

describe('changing the settings', () => {
  let app: TestApp;
  let staff: Agent;
  let logo: Buffer;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    logo = await picture('png', 700);
  });
  afterEach(() => change({ brandName: '', primaryColor: '#3b82f6', removeLogo: true }).expect(200));
  afterAll(() => app.close());

  const change = (fields: object) => staff.patch('/api/settings').send(fields);
  const changeLogo = (file: Buffer, name = 'logo.png') => staff.patch('/api/settings').attach('logo', file, name);
  const settings = async (agent = staff): Promise<SettingsView> => (await agent.get('/api/settings').expect(200)).body;

  it('takes a form with name, colour and logo, and shows them to staff and visitors', async () => {
    const form = staff.patch('/api/settings').field({ brandName: '  Acme  ', primaryColor: '#AABBCC' });
    const { body } = await form.attach('logo', logo, 'logo.png').expect(200);
    expect(body).toMatchObject({
      brandName: 'Acme',
      primaryColor: '#aabbcc',
      logoUrl: expect.stringMatching(/^\/media\//),
    });
    expect(await settings()).toEqual(body);
    const brand = await app.visitor().get('/api/branding').expect(200);
    expect(brand.body).toMatchObject({ name: 'Acme', primaryColor: '#aabbcc', logoUrl: body.logoUrl });
    const file = await app.visitor().get(body.logoUrl).expect(200);
    expect(file.get('Content-Type')).toBe('image/webp');
    expect(await sharp(file.body as Buffer).metadata()).toMatchObject({ width: 512, height: 512, hasAlpha: true });
  });

  it('changes the given fields only, and an empty name means the default one', async () => {
    const { body } = await changeLogo(logo).expect(200);
    await change({ brandName: 'Acme' }).expect(200);
    await change({ primaryColor: '#000000' }).expect(200);
    await change({ removeLogo: false }).expect(200);
    expect(await settings()).toMatchObject({ brandName: 'Acme', primaryColor: '#000000', logoUrl: body.logoUrl });
    expect((await change({ brandName: null }).expect(200)).body.brandName).toBe('');
    expect((await app.visitor().get('/api/branding')).body.name).toBe('GMB Moments');
  });

  it.each([
    [{ brandName: 7 }, 'brandName must be a text'],
    [{ brandName: 'x'.repeat(201) }, 'brandName must be at most 200 characters'],
    [{ primaryColor: null }, COLOUR],
    [{ primaryColor: '' }, COLOUR],
    [{ primaryColor: 'red' }, COLOUR],
    [{ primaryColor: '#fff' }, SIX_DIGITS],
    [{ primaryColor: '#12345678' }, SIX_DIGITS],
    [{ primaryColor: 'url(//evil.example)' }, COLOUR],
    [{ removeLogo: 'yes' }, 'removeLogo must be true or false'],
    [{ removeLogo: 'constructor' }, 'removeLogo must be true or false'],
    [{ brandName: 'a\tb' }, 'brandName must not contain the control character U+0009'],
    [{ removeLogo: null }, 'removeLogo must be true or false'],
    [{ logoUrl: '/media/x' }, 'logoUrl is not a field of this request'],
    [{ logoFileId: null }, 'logoFileId is not a field of this request'],
  ])('refuses %j, and changes nothing', async (fields, message) => {
    const { body } = await change({ brandName: 'Changed', ...fields }).expect(400);
    expect(body).toMatchObject({ statusCode: 400, code: 'VALIDATION_FAILED', message, error: message });
    expect(body.details).toEqual([{ field: Object.keys(fields)[0], message }]);
    expect(await settings()).toMatchObject(DEFAULTS);
  });

  it('is for staff only', async () => {
    const refused = await app.visitor().patch('/api/settings').send({ brandName: 'Eve' }).expect(401);
    expect(refused.body.code).toBe('NOT_SIGNED_IN');
    expect(await settings()).toMatchObject(DEFAULTS);
  });

  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('takes a logo as %s, whatever its name', async (format) => {
    const { body } = await changeLogo(await picture(format), 'logo.txt').expect(200);
    expect((await app.visitor().get(body.logoUrl)).get('Content-Type')).toBe('image/webp');
  });

  const kinds = 'Accepted are JPEG, PNG, WebP, AVIF, HEIC and GIF.';
  it.each([
    ['logo.svg', SVG, 415, `"logo.svg" is an SVG drawing. ${kinds}`],
    ['logo.png', Buffer.from('not a picture'), 415, `"logo.png" is not a picture of a kind we can show. ${kinds}`],
    ['empty.png', Buffer.alloc(0), 415, `"empty.png" is empty. ${kinds}`],
    ['big.png', Buffer.alloc(LOGO_MAX_BYTES + 1), 413, '"big.png" is too large: a file may have at most 5 MB.'],
  ])('refuses %s as a logo, and changes nothing at all', async (name, file, status, message) => {
    const before = await keptFiles(app);
    const answer = await staff.patch('/api/settings').field('brandName', 'Changed').attach('logo', file, name);
    expect(answer).toMatchObject({ status, body: { message, error: message } });
    expect(await settings()).toMatchObject(DEFAULTS);
    expect(await keptFiles(app)).toEqual(before);
  });

  it('takes one file, in the field logo, and not together with its removal', async () => {
    const wrong = await staff.patch('/api/settings').attach('picture', logo, 'logo.png').expect(400);
    expect(wrong.body.message).toBe('picture is not a field for files here; send files in the field logo.');
    await changeLogo(logo).attach('logo', logo, 'two.png').expect(400);
    const both = await changeLogo(logo).field('removeLogo', 'true').expect(400);
    expect(both.body.details).toEqual([
      { field: 'removeLogo', message: 'removeLogo cannot be true when a new logo is sent: send one or the other' },
    ]);
    expect(await settings()).toMatchObject(DEFAULTS);
  });

  it('keeps all concurrent changes of different fields', async () => {
    for (let round = 0; round < 5; round += 1) {
      const changes = [
        change({ brandName: `Acme ${round}` }),
        change({ primaryColor: `#00000${round}` }),
        changeLogo(logo),
      ];
      for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
      const { brandName, primaryColor, logoUrl } = await settings();
      expect([brandName, primaryColor]).toEqual([`Acme ${round}`, `#00000${round}`]);
      await app.visitor().get(logoUrl!).expect(200);
    }
  });

  it('is published to staff, unless the change is refused', async () => {
    const headers = { Cookie: await sessionCookie(app) };
    const early = await connectLive(app, headers);
    const { id } = await createClient(staff);
    // Nothing of earlier changes is on its way any more, since events arrive in their order.
    await waitForEvent(early, 'client.changed', (changed: { id: string }) => changed.id === id);
    const live = await connectLive(app, headers);
    const visitor = await connectLive(app);
    try {
      await change({ primaryColor: 'red' }).expect(400);
      await change({ brandName: 'Acme' }).expect(200);
      await waitForEvent(live, 'settings.changed');
      await Promise.all([live.flush(), visitor.flush()]);
      expect(live.all('settings.changed')).toEqual([{ id: 'settings' }]);
      // The login page shows the brand too, and reads it again.
      expect(visitor.received).toEqual([{ name: 'settings.changed', payload: { id: 'settings' } }]);
    } finally {
      for (const { socket } of [early, live, visitor]) socket.disconnect();
    }
  });

  it('removes the files of a logo that is replaced or taken away', async () => {
    const own = await startApp();
    const agent = await own.staff();
    const put = async () =>
      (await agent.patch('/api/settings').attach('logo', logo, 'logo.png').expect(200)).body as SettingsView;
    const first = await put();
    const answers = await Promise.all([put(), put(), put()]);
    const { logoUrl } = await settings(agent);
    expect(answers.map((answer) => answer.logoUrl)).toContain(logoUrl);
    expect(await ownedFiles(own)).toEqual([logoUrl]);
    await agent.get(first.logoUrl!).expect(404);
    const removed = await agent.patch('/api/settings').field('removeLogo', 'true').expect(200);
    expect(removed.body).toMatchObject(DEFAULTS);
    expect(await ownedFiles(own)).toEqual([]);
    expect(await filesOf(own)).toEqual([]);
    await own.close();
  });
});
