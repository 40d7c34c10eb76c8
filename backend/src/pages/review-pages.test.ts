import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  CAPTION,
  createAgency,
  createClient,
  createMoment,
  createMomentWithImages,
  createSuggestedOptimization,
  SUGGESTIONS,
} from '../../test/factories.js';

const BUILT = fileURLToPath(new URL('../../../frontend/dist', import.meta.url));
const HOSTILE = '</script><img src=x onerror="alert(1)"> $& $1 <!--';
const EMPTY = '<div id="root"></div>';
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PRIVATE_CLIENT = { notes: 'secret notes', phone: 'secret phone', targetKeywords: ['secret keyword'] };

describe('the HTML of a review page', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    // `npm run build` makes it.
    await cp(BUILT, join(app.dataDir, 'no-frontend'), { recursive: true });
  });
  afterAll(() => app.close());

  const read = async (path: string, headers: Record<string, string> = {}) =>
    app
      .visitor()
      .get(path)
      .set(headers)
      .expect(200)
      .expect('Content-Type', /^text\/html/);

  /** A moment of two images, the first with a caption, and an optimization, both of one agency. */
  async function content(host: string) {
    const { body: agency } = await staff
      .post('/api/agencies')
      .field({ name: 'Northlight', primaryColor: '#7a2e8e', customDomain: host })
      .attach('logo', LOGO, { filename: 'logo.png', contentType: 'image/png' })
      .expect(201);
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    const client = await createClient(staff, { agencyId: agency.id, business: 'Rosa’s Flowers', ...PRIVATE_CLIENT });
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id, title: 'Spring' });
    await staff
      .patch(`/api/images/${images[0]!.id}`)
      .send({ ...CAPTION, address: 'secret address' })
      .expect(200);
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    return { agency, moment, images, optimization };
  }

  it('holds brand, title, texts and pictures of a moment, and what the public API answers, but nothing else', async () => {
    const { agency, moment, images } = await content('one.example');
    const page = await read(`/public/${moment.id}`);
    const [html] = page.text.split('<script type="application/json"');
    expect(html).toContain('<title>Spring</title>');
    for (const text of ['Spring', 'Rosa’s Flowers', 'Northlight', '#7a2e8e', CAPTION.title, CAPTION.description]) {
      expect(html).toContain(text);
    }
    for (const url of [agency.logoUrl, ...images.map(({ thumbnailUrl }) => thumbnailUrl)]) {
      expect(html).toContain(`src="${url}"`);
    }
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
    });
    expect(page.text).not.toMatch(/secret|Ada|IMG_1000/);
    const answers = await Promise.all(
      ['', '/images', '/branding'].map(async (rest) => {
        const path = `/api/public/${moment.id}${rest}`;
        return (await app.visitor().get(path).expect(200)).body as unknown;
      }),
    );
    expect(drawn(page.text).answers.map(([, data]) => data)).toEqual(answers);
  });

  it('holds brand, title and suggestions of an optimization, in the order of a phone on a phone', async () => {
    const { optimization } = await content('two.example');
    const path = `/gmb-preview/${optimization.publicLink}`;
    const page = await read(path);
    const [html] = page.text.split('<script type="application/json"');
    const texts = ['Northlight', '#7a2e8e', 'Review Your New Profile', SUGGESTIONS.descriptionSuggestion, 'Almada'];
    for (const text of texts) expect(html).toContain(text);
    expect(page.text).not.toMatch(/secret|Ada/);
    const { body } = await app.visitor().get(`/api/gmb-optimizations/public/${optimization.publicLink}`).expect(200);
    expect(drawn(page.text).answers.map(([, data]) => data)).toEqual([body]);
    const onPhone = await read(path, { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36' });
    const isSuggestionFirst = ({ text }: { text: string }) => text.indexOf('AI Suggestion') < text.indexOf('>Current<');
    expect([page, onPhone].map(isSuggestionFirst)).toEqual([false, true]);
  });

  it('says what a shared link leads to, with the agency’s logo and no photo', async () => {
    const { agency, moment, optimization } = await content('six.example');
    const ofMoment = preview((await read(`/public/${moment.id}`, { Host: 'six.example:8080' })).text);
    expect(ofMoment).toEqual({
      title: 'Spring',
      description: 'Northlight asks you to review 2 photos for Rosa’s Flowers',
      image: `http://six.example:8080${agency.logoUrl}`,
    });
    const ofOptimization = preview((await read(`/gmb-preview/${optimization.publicLink}`)).text);
    expect(ofOptimization).toEqual({
      title: `GMB Optimization Review – ${optimization.businessName}`,
      description: `Northlight asks you to review the new profile of ${optimization.businessName}`,
      image: `${app.url}${agency.logoUrl}`,
    });
  });

  it('speaks the language that the visitor chose, else the browser’s, else English', async () => {
    const { moment, optimization } = await content('seven.example');
    const path = `/public/${moment.id}`;
    const french = (await read(path, { 'Accept-Language': 'ja, fr-CA;q=0.9, en;q=0.8' })).text;
    expect(french).toContain('<html lang="fr" dir="ltr">');
    expect(french).toContain('Vérifier et approuver les contenus');
    expect(french).toContain('Cette page a besoin de JavaScript.');
    expect(preview(french)['description']).toBe('Northlight vous demande votre avis : 2 photos pour Rosa’s Flowers');
    const chosen = { 'Accept-Language': 'fr', Cookie: 'theme=x; language=ar' };
    const arabic = (await read(`/gmb-preview/${optimization.publicLink}`, chosen)).text;
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('راجع ملفك الجديد');
    const others: Record<string, string>[] = [
      {},
      { 'Accept-Language': 'ja' },
      { Cookie: 'language=xx' },
      { 'Accept-Language': ';;q=' },
    ];
    for (const headers of others) {
      const english = (await read(path, headers)).text;
      expect(english).toContain('<html lang="en" dir="ltr">');
      expect(english).toContain('Approve All Pending');
    }
  });

  it('shows a neutral picture of a shared link where the client has no agency with a logo', async () => {
    const { moment } = await createMomentWithImages(staff, 1);
    const { image, description } = preview((await read(`/public/${moment.id}`)).text);
    expect(description).toBe('GMB Moments asks you to review 1 photo for Rosa’s Flowers');
    const { pathname } = new URL(image!);
    const picture = await app.visitor().get(pathname).expect(200).expect('Content-Type', 'image/png');
    expect(await sharp(picture.body as Buffer).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it('holds no text as markup', async () => {
    const client = await createClient(staff, { business: HOSTILE });
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id, title: HOSTILE });
    const caption = { title: HOSTILE, description: HOSTILE };
    await staff.patch(`/api/images/${images[0]!.id}`).send(caption).expect(200);
    const optimization = await createSuggestedOptimization(staff, {
      clientId: client.id,
      businessName: HOSTILE,
      currentDescription: HOSTILE,
    });
    for (const path of [`/public/${moment.id}`, `/gmb-preview/${optimization.publicLink}`]) {
      const { text } = await read(path);
      expect(text).not.toContain('<img src=x');
      expect(text).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt; $&amp; $1 &lt;!--');
      expect(JSON.stringify(drawn(text).answers)).toContain(JSON.stringify(HOSTILE).slice(1, -1));
    }
  });

  it('is empty for unknown and malformed links, and on another agency’s domain', async () => {
    const { moment, optimization } = await content('three.example');
    await createAgency(staff, { name: 'Other', customDomain: 'four.example' });
    await app.db.query('UPDATE agencies SET "domainVerified" = true');
    const paths = [`/public/${moment.id}`, `/gmb-preview/${optimization.publicLink}`];
    for (const path of paths) {
      expect((await read(path, { Host: 'three.example' })).text).toContain('Northlight');
      const { text, headers } = await read(path, { Host: 'four.example' });
      expect(text).toContain(EMPTY);
      expect(text).not.toMatch(/Northlight|Rosa|"drawn"|og:/);
      expect(headers['cache-control']).toBe('no-cache');
    }
    for (const path of [
      '/public/00000000-0000-4000-8000-000000000000',
      '/public/1',
      '/public/%00',
      '/gmb-preview/unknown',
      '/gmb-preview/%00',
    ]) {
      expect((await read(path)).text).toContain(EMPTY);
    }
    await app.visitor().get('/public/%E0%A4').expect(400);
  });

  it('changes nothing: a link counts as opened when a person sees the page', async () => {
    const { moment, optimization } = await content('five.example');
    const rows = () =>
      app.db.query('SELECT xmin FROM reviews WHERE id = ANY($1::uuid[]) ORDER BY id', [[moment.id, optimization.id]]);
    const before = await rows();
    await read(`/public/${moment.id}`);
    await read(`/gmb-preview/${optimization.publicLink}`);
    expect(await rows()).toEqual(before);
  });

  it('is empty where it cannot be drawn, which one line of the log says', async () => {
    const moment = await createMoment(staff);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await writeFile(join(app.dataDir, 'no-frontend/moment-review.html'), '<p>without a place</p>');
    for (let round = 0; round < 3; round += 1) {
      expect((await read(`/public/${moment.id}`)).text).toBe('<p>without a place</p>');
    }
    const line = 'Failed to draw a review page: Error: The page has no place for its content.; the browser draws it';
    expect(warn.mock.calls).toEqual([[line]]);
    warn.mockRestore();
  });
});

/** What other programs show of a link to the page: its Open Graph tags, by name. */
function preview(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta property="og:(.*?)" content="(.*?)"\/>/g);
  return Object.fromEntries([...tags].map(([, name, text]) => [name, text!.replaceAll('&#x27;', "'")]));
}

/** The JSON that the browser draws the page from. */
function drawn(html: string): { answers: [key: string[], data: unknown][] } {
  const [, json] = /<script type="application\/json" id="drawn">(.*?)<\/script>/s.exec(html)!;
  return JSON.parse(json!) as { answers: [key: string[], data: unknown][] };
}
