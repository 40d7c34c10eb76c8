import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  CAPTION,
  createAgency,
  createClient,
  createMoment,
  createMomentWithImages,
  jpeg,
} from '../../test/factories.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const PRIVATE_CLIENT = {
  business: 'Rosa’s Flowers',
  description: 'secret description',
  notes: 'secret notes',
  phone: 'secret phone',
  address: 'secret address',
  website: 'https://secret.example',
  targetKeywords: ['secret keyword'],
};

describe('the public pages', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const historyOf = async (momentId: string) => (await staff.get(`/api/moments/${momentId}/history`).expect(200)).body;

  it('a page shows the public fields of a moment and nothing else', async () => {
    const client = await createClient(staff, PRIVATE_CLIENT);
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id, title: 'Spring' });
    await staff
      .patch(`/api/images/${images[0]!.id}`)
      .send({ ...CAPTION, address: 'secret' })
      .expect(200);
    const visitor = app.visitor();
    const page = await visitor.get(`/api/public/${moment.id}`).expect(200);
    expect(page.body).toEqual({
      moment: {
        id: moment.id,
        title: 'Spring',
        status: 'draft',
        imageCount: 2,
        dueOn: null,
        isDone: false,
        deliveredAt: null,
      },
      client: { business: 'Rosa’s Flowers' },
    });
    const list = await visitor.get(`/api/public/${moment.id}/images`).expect(200);
    expect(list.body[0]).toEqual({
      id: images[0]!.id,
      momentId: moment.id,
      position: 0,
      imageUrl: images[0]!.imageUrl,
      previewUrl: images[0]!.previewUrl,
      thumbnailUrl: images[0]!.thumbnailUrl,
      width: 64,
      height: 48,
      title: CAPTION.title,
      description: CAPTION.description,
      status: 'pending',
      feedback: '',
      reply: '',
      version: 2,
      earlier: null,
    });
    expect(list.body.map((image: { id: string }) => image.id)).toEqual(images.map(({ id }) => id));
    const decided = await visitor.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    expect(decided.body).toEqual({ ...list.body[0], status: 'approved' });
    for (const { text } of [page, list, decided]) expect(text).not.toMatch(/secret|Ada|IMG_1000/);
  });

  it('a page shows the brand of the agency, or the default one', async () => {
    const visitor = app.visitor();
    const bare = await createMoment(staff);
    const fallback = { agency: { name: 'GMB Moments', primaryColor: '#000000', logoUrl: null } };
    expect((await visitor.get(`/api/public/${bare.id}/branding`).expect(200)).body).toEqual(fallback);
    const agency = await createAgency(staff, { name: 'Bright', primaryColor: '#123456', customDomain: 'b.example' });
    const client = await createClient(staff, { agencyId: agency.id });
    const moment = await createMoment(staff, { clientId: client.id });
    const branding = () => visitor.get(`/api/public/${moment.id}/branding`).expect(200);
    expect((await branding()).body).toEqual({ agency: { name: 'Bright', primaryColor: '#123456', logoUrl: null } });
    await staff.delete(`/api/agencies/${agency.id}`).expect(204);
    expect((await branding()).body).toEqual(fallback);
  });

  it('answers deleted, unknown and malformed links alike', async () => {
    const deleted = await createMoment(staff);
    await staff.delete(`/api/moments/${deleted.id}`).expect(204);
    for (const id of [deleted.id, UNKNOWN_ID, '1', 'moments', '%00', `${UNKNOWN_ID}'`]) {
      for (const rest of ['', '/images', '/branding']) {
        const answer = await app.visitor().get(`/api/public/${id}${rest}`);
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: 'Moment not found' } });
      }
      expect((await app.visitor().post(`/api/public/${id}/opened`)).status).toBe(404);
    }
  });

  it('reading a page, as link scanners do, changes nothing', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    const facts = async () => [
      await app.db.query('SELECT * FROM moments WHERE id = $1', [moment.id]),
      await app.db.query('SELECT * FROM images WHERE "momentId" = $1', [moment.id]),
      await historyOf(moment.id),
    ];
    const before = await facts();
    const paths = ['', '/images', '/branding', '/opened'].map((rest) => `/api/public/${moment.id}${rest}`);
    paths.push(`/api/images/${images[0]!.id}/approve`, `/api/images/${images[0]!.id}/reject`);
    for (const path of paths) {
      expect((await app.visitor().get(path)).status).toBe(/opened|approve|reject/.test(path) ? 405 : 200);
      await app.visitor().head(path);
    }
    expect(await facts()).toEqual(before);
  });

  it('records at most once a minute that a person opened a page', async () => {
    const moment = await createMoment(staff);
    const opened = () => app.visitor().post(`/api/public/${moment.id}/opened`);
    const times = async () =>
      (await historyOf(moment.id)).filter((entry: { action: string }) => entry.action === 'moment.opened').length;
    await Promise.all(Array.from({ length: 5 }, async () => expect((await opened()).status).toBe(204)));
    expect(await times()).toBe(1);
    // The history is never rewritten, so the entry is made old by taking its place.
    await app.db.query(`DELETE FROM history WHERE "reviewId" = $1`, [moment.id]);
    await app.db.query(
      `INSERT INTO history ("reviewId", "action", "actor", "at")
       VALUES ($1, 'moment.opened', 'visitor', now() - interval '61 seconds')`,
      [moment.id],
    );
    await opened();
    expect(await times()).toBe(2);
  });

  it('does not record staff who open the link as the client', async () => {
    const moment = await createMoment(staff);
    await staff.post(`/api/public/${moment.id}/opened`).expect(204);
    expect((await historyOf(moment.id))[0].action).toBe('moment.created');
  });

  it('the history says that a person opened a page', async () => {
    const moment = await createMoment(staff);
    const opened = () => app.visitor().post(`/api/public/${moment.id}/opened`);
    expect((await opened()).status).toBe(204);
    expect((await historyOf(moment.id))[0]).toEqual({
      id: expect.any(String),
      action: 'moment.opened',
      actor: 'visitor',
      actorName: null,
      imageId: null,
      imageName: '',
      section: null,
      changes: {},
      feedback: '',
      at: expect.any(String),
    });
    expect((await staff.get(`/api/moments/${moment.id}`)).body).toMatchObject({ status: 'draft', sharedAt: null });
    const named = await opened().send({ name: 'Eve' });
    expect(named).toMatchObject({ status: 400, body: { message: 'name is not a field of this request' } });
    expect(await historyOf(moment.id)).toHaveLength(2);
  });
});

describe('the public pages on an agency’s domain', () => {
  const HOST = 'review.bright.example';
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  async function agencyWithImage(customDomain: string) {
    const agency = await createAgency(staff, { name: customDomain, customDomain });
    const client = await createClient(staff, { agencyId: agency.id });
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const verify = () => app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    return { agency, client, moment, image: images[0]!, verify };
  }

  const CALLS = [
    ['get', (moment: string) => `/api/public/${moment}`],
    ['get', (moment: string) => `/api/public/${moment}/images`],
    ['get', (moment: string) => `/api/public/${moment}/branding`],
    ['post', (moment: string) => `/api/public/${moment}/opened`],
    ['post', (_moment: string, image: string) => `/api/images/${image}/approve`],
  ] as const;

  async function statuses(host: string, moment: string, image: string): Promise<number[]> {
    const found: number[] = [];
    for (const [method, path] of CALLS) {
      const answer = await app.visitor()[method](path(moment, image)).set('Host', host);
      found.push(answer.status);
    }
    return found;
  }

  it('an agency’s domain opens that agency’s moments only, once the domain is verified', async () => {
    const own = await agencyWithImage(HOST);
    const other = await agencyWithImage('other.example');
    await other.verify();
    const nobodys = await createMomentWithImages(staff, 1);
    const closed = [404, 404, 404, 404, 404];
    expect(await statuses(HOST, own.moment.id, own.image.id)).toEqual(closed);
    await own.verify();
    expect(await statuses(HOST, other.moment.id, other.image.id)).toEqual(closed);
    expect(await statuses(HOST, nobodys.moment.id, nobodys.images[0]!.id)).toEqual(closed);
    expect(await statuses('unknown.example', own.moment.id, own.image.id)).toEqual(closed);
    expect(await statuses(`${HOST.toUpperCase()}:8443`, own.moment.id, own.image.id)).toEqual([
      200, 200, 200, 204, 200,
    ]);
    expect((await staff.get(`/api/moments/${other.moment.id}`)).body.status).toBe('draft');
    const path = `/api/clients/${own.client.id}`;
    await staff.patch(path).send({ agencyId: null }).expect(200);
    expect(await statuses(HOST, own.moment.id, own.image.id)).toEqual(closed);
  });

  it('does not trust a forwarded host that was not set by a trusted proxy', async () => {
    const { moment, verify } = await agencyWithImage('forwarded.example');
    await verify();
    const answer = await app
      .visitor()
      .get('/api/clients')
      .set({ Host: 'forwarded.example', 'X-Forwarded-Host': 'localhost' });
    expect(answer.body.code).toBe('ADMIN_ON_AGENCY_DOMAIN');
    const page = await app
      .visitor()
      .get(`/api/public/${moment.id}`)
      .set({ Host: 'unknown.example', 'X-Forwarded-Host': 'forwarded.example' });
    expect(page.status).toBe(404);
  });

  it('a page on an agency’s domain shows the pictures, the logo and the agency’s brand', async () => {
    const { agency, image, verify } = await agencyWithImage('brand.example');
    const logo = { filename: 'logo.jpg', contentType: 'image/jpeg' };
    await staff
      .patch(`/api/agencies/${agency.id}`)
      .attach('logo', await jpeg(), logo)
      .expect(200);
    const at = (path: string) => app.visitor().get(path).set('Host', 'brand.example');
    const branding = async () => (await at('/api/branding').expect(200)).body;
    const platform = { name: 'GMB Moments', primaryColor: '#3b82f6', logoUrl: null, agencyDomain: true };
    expect(await branding()).toEqual(platform);
    await verify();
    const brand = await branding();
    expect(brand).toEqual({ ...platform, name: agency.name, primaryColor: '#6366f1', logoUrl: expect.any(String) });
    await at(brand.logoUrl).expect(200);
    await at(image.thumbnailUrl).expect(200);
  });

  it('keeps two agencies apart, each with a domain of its own, at the same time', async () => {
    const agencies = [await agencyWithImage('review.one.example'), await agencyWithImage('review.two.example')];
    for (const { verify } of agencies) await verify();
    for (const { agency, moment, image } of agencies) {
      for (const host of ['review.one.example', 'review.two.example']) {
        const { body } = await app.visitor().get('/api/branding').set('Host', host).expect(200);
        expect(body.name).toBe(host);
        const isOwn = agency.customDomain === host;
        const expected = isOwn ? [200, 200, 200, 204, 200] : [404, 404, 404, 404, 404];
        expect(await statuses(host, moment.id, image.id)).toEqual(expected);
        const reject = app.visitor().post(`/api/images/${image.id}/reject`).set('Host', host);
        const { status } = await reject.send({ feedback: 'No' });
        // It is approved already; the other agency's host does not even know it.
        expect(status).toBe(isOwn ? 409 : 404);
      }
    }
  });
});
