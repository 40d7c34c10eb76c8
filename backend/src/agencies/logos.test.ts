import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency, createClient, createMoment } from '../../test/factories.js';
import { filesOf, ownedFiles } from '../../test/files.js';
import type { AgencyView } from '../contract/agencies.js';
import { LOGO_MAX_BYTES } from '../contract/limits.js';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

async function logo(size = 300): Promise<Buffer> {
  const background = { r: 20, g: 90, b: 200, alpha: 0.5 };
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .png()
    .toBuffer();
}

describe('agency logos', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const create = async (file: Buffer = logoFile, name = 'logo.png') =>
    staff.post('/api/agencies').field('name', 'With a logo').attach('logo', file, name);
  let logoFile: Buffer;
  beforeAll(async () => {
    logoFile = await logo(700);
  });
  const stored = async () => (await filesOf(app)).filter((path) => path.startsWith('/media'));

  it('are served to visitors as WebP of at most 512 pixels, with transparency kept', async () => {
    const { body, status } = await create();
    expect(status).toBe(201);
    const answer = await app
      .visitor()
      .get((body as AgencyView).logoUrl!)
      .expect(200);
    expect(answer.get('Content-Type')).toBe('image/webp');
    expect(await sharp(answer.body as Buffer).metadata()).toMatchObject({ width: 512, height: 512, hasAlpha: true });
    const client = await createClient(staff, { agencyId: body.id });
    const moment = await createMoment(staff, { clientId: client.id });
    const branding = await app.visitor().get(`/api/public/${moment.id}/branding`).expect(200);
    expect(branding.body).toEqual({
      agency: { name: 'With a logo', primaryColor: '#6366f1', logoUrl: body.logoUrl },
    });
  });

  it('are kept when other fields change', async () => {
    const { body } = await create();
    const changed = await staff.patch(`/api/agencies/${body.id}`).field('name', 'Other').expect(200);
    expect(changed.body).toEqual({ ...body, name: 'Other', revision: 2, editor: 'Ada' });
  });

  const picture = 'Accepted are JPEG, PNG, WebP, AVIF, HEIC and GIF.';
  it.each([
    ['logo.svg', SVG, 415, `"logo.svg" is an SVG drawing. ${picture}`],
    ['logo.png', Buffer.from('not a picture'), 415, `"logo.png" is not a picture of a kind we can show. ${picture}`],
    ['empty.png', Buffer.alloc(0), 415, `"empty.png" is empty. ${picture}`],
    ['big.png', Buffer.alloc(LOGO_MAX_BYTES + 1), 413, '"big.png" is too large: a file may have at most 5 MB.'],
  ])('are refused as %s, and no file or agency is stored', async (name, file, status, message) => {
    const before = [await stored(), (await staff.get('/api/agencies')).get('X-Total-Count')];
    const answer = await create(file, name);
    expect(answer).toMatchObject({ status, body: { message } });
    const agency = await createAgency(staff);
    const change = await staff.patch(`/api/agencies/${agency.id}`).field('name', 'changed').attach('logo', file, name);
    expect(change.status).toBe(status);
    expect((await staff.get(`/api/agencies/${agency.id}`)).body).toEqual(agency);
    await staff.delete(`/api/agencies/${agency.id}`);
    expect([await stored(), (await staff.get('/api/agencies')).get('X-Total-Count')]).toEqual(before);
  });

  it('are accepted only as a single file in the field logo', async () => {
    const post = () => staff.post('/api/agencies').field('name', 'A');
    const wrong = await post().attach('picture', logoFile, 'logo.png');
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        message: 'picture is not a field for files here; send files in the field logo.',
      },
    });
    const two = await post().attach('logo', logoFile, 'a.png').attach('logo', logoFile, 'b.png');
    expect(two).toMatchObject({
      status: 400,
      body: { message: 'Too many files: at most 1 can be sent in the field logo of one request.' },
    });
  });

  it('are removed by removeLogo, which cannot be combined with a new logo', async () => {
    const { body } = await create();
    const change = () => staff.patch(`/api/agencies/${body.id}`).field('removeLogo', 'true');
    const both = await change().attach('logo', logoFile, 'logo.png').expect(400);
    expect(both.body.details).toEqual([
      { field: 'removeLogo', message: 'removeLogo cannot be true when a new logo is sent: send one or the other' },
    ]);
    await app.visitor().get(body.logoUrl).expect(200);
    const removed = await change().expect(200);
    expect(removed.body).toEqual({ ...body, logoUrl: null, revision: 2, editor: 'Ada' });
    expect((await change().expect(200)).body).toEqual(removed.body);
    expect(await ownedFiles(app)).not.toContain(body.logoUrl);
    await app.visitor().get(body.logoUrl).expect(404);
    const kept = await staff.patch(`/api/agencies/${body.id}`).send({ removeLogo: null }).expect(400);
    expect(kept.body.message).toContain('removeLogo must be true or false');
    await staff.post('/api/agencies').send({ name: 'A', removeLogo: true }).expect(400);
  });

  it('are deleted when replaced, when their agency is deleted, and when saving the agency fails', async () => {
    const own = await startApp();
    const agent = await own.staff();
    const post = (name: string, domain: string) =>
      agent.post('/api/agencies').field({ name, customDomain: domain }).attach('logo', logoFile, 'logo.png');
    const kept = (await post('kept', 'kept.example').expect(201)).body as AgencyView;
    const gone = (await post('gone', 'gone.example').expect(201)).body as AgencyView;
    await post('never', 'kept.example').expect(409);
    await agent.delete(`/api/agencies/${gone.id}`).expect(204);
    const path = `/api/agencies/${kept.id}`;
    const replaced = (
      await agent
        .patch(path)
        .attach('logo', await logo(), 'new.png')
        .expect(200)
    ).body as AgencyView;
    expect(replaced.logoUrl).not.toBe(kept.logoUrl);
    expect(await ownedFiles(own)).toEqual([replaced.logoUrl]);
    await agent.get(kept.logoUrl!).expect(404);
    await own.close();
  });
});
