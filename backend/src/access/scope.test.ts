import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague, setRights } from '../../test/colleagues.js';
import {
  createAgency,
  createClient,
  createMomentWithImages,
  createOptimization,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { createMail } from '../../test/mails.js';
import type { HistoryEntry } from '../contract/history.js';
import type { WorkView } from '../contract/work.js';

/** Lists, counts and everything else that is not asked for by an id. */
const READS = [
  '/api/agencies',
  '/api/clients',
  '/api/clients?limit=1&sort=-openCount',
  '/api/clients?search=bloom',
  '/api/moments',
  '/api/moments?limit=1',
  '/api/moments?status=rejected&limit=1',
  '/api/moments?search=bloom',
  '/api/gmb-optimizations',
  '/api/gmb-optimizations?limit=1',
  '/api/gmb-optimizations?search=bloom',
  '/api/search?q=bloom',
  '/api/search?q=blooom',
  '/api/work',
  '/api/runs/active',
  '/api/mails',
  '/api/notifications',
  '/api/notifications/unread',
  '/api/getting-started',
  '/api/history',
];

describe('a colleague with a scope', () => {
  let app: TestApp;
  let staff: Agent;
  let colleague: Agent & { userId: string };
  let own: Content;
  let foreign: Content;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    const agency = await createAgency(staff, { name: 'Own Bloom' });
    // Before anything happens that staff are notified of, which the app's own sweep does at any time.
    colleague = await addColleague(app, { agencyIds: [agency.id] });
    own = await createContent(app, 'Own Bloom', agency.id);
    const foreignAgency = await createAgency(staff, { name: 'Foreign Bloom' });
    foreign = await createContent(app, 'Foreign Bloom', foreignAgency.id);
    await app.notify();
  });
  afterAll(() => app.close());

  const read = async (path: string, agent: Agent = colleague) => {
    const { body, headers } = await agent.get(path).expect(200);
    return { text: JSON.stringify(body), total: headers['x-total-count'] as string | undefined };
  };
  const idsOf = (content: Content) => Object.values(content);

  it.each(READS)('a colleague with a scope reads nothing of other clients: %s', async (path) => {
    const [{ text, total }, all] = [await read(path), await read(path, staff)];
    for (const id of idsOf(foreign)) expect(text).not.toContain(id);
    expect(text).not.toContain('Foreign');
    // What is counted is one of two; what is no list has no total.
    expect([total, all.total]).toEqual(total === undefined ? [undefined, undefined] : ['1', '2']);
  });

  it('each list shows a colleague what is within their scope', async () => {
    const found = await Promise.all(READS.map(async (path) => [path, (await read(path)).text.includes('Own')]));
    const without = ['/api/notifications/unread', '/api/getting-started', '/api/history'];
    expect(found.filter(([, isThere]) => !isThere).map(([path]) => path)).toEqual(without);
    expect((await read('/api/notifications/unread')).text).toBe('{"count":1}');
  });

  it('refuses at once to delete a client outside the scope, while what that client has is locked', async () => {
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM reviews WHERE "clientId" = $1 FOR UPDATE', [foreign.client]);
      expect((await colleague.delete(`/api/clients/${foreign.client}`)).status).toBe(404);
    } finally {
      await holder.end();
    }
  });

  it('counts only what waits within the scope', async () => {
    const { counts } = (await colleague.get('/api/work').expect(200)).body as WorkView;
    expect(counts).toMatchObject({ 'moment.feedback': 1, 'optimization.unshared': 1 });
    const all = (await staff.get('/api/work').expect(200)).body as WorkView;
    expect(all.counts).toMatchObject({ 'moment.feedback': 2, 'optimization.unshared': 2 });
  });

  it('finds nothing outside the scope by an id in a body', async () => {
    const { client, image, moment, agency, reviewer } = foreign;
    const refusals = [
      await colleague.post('/api/moments').send({ title: 'Theirs', clientId: client }),
      await colleague.patch(`/api/moments/${own.moment}`).send({ clientId: client }),
      await colleague.post('/api/gmb-optimizations').send({ clientId: client, businessName: 'Theirs' }),
      await colleague.post('/api/clients').send({ business: 'Theirs', agencyId: agency }),
      await colleague.post('/api/clients').send({ business: 'Nobody’s' }),
      await colleague.post('/api/client-imports').send({ clients: [{ business: 'Nobody’s' }] }),
      await colleague.patch(`/api/clients/${own.client}`).send({ agencyId: agency }),
      await colleague.patch(`/api/clients/${own.client}`).send({ agencyId: null }),
      await colleague.post(`/api/moments/${own.moment}/links`).send({ reviewers: [{ reviewerId: reviewer }] }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 400));
    expect((await colleague.put(`/api/moments/${own.moment}/order`).send({ imageIds: [image] })).status).toBe(409);
    const upload = colleague.post('/api/upload').field('momentId', moment).attach('images', Buffer.from('x'), 'x.jpg');
    expect((await upload).body.message).toBe('Moment not found');
    expect((await colleague.get(`/api/clients/${own.client}`).expect(200)).body.agencyId).toBe(own.agency);
  });

  it('delivers only the photos of the scope', async () => {
    const photos = [{ imageId: own.approved }, { imageId: foreign.approved }];
    const { body: both } = await staff.post('/api/deliveries').send({ photos }).expect(201);
    const { body: mine } = await colleague.post('/api/deliveries').send({ photos }).expect(201);
    expect([both.total, mine.total]).toEqual([2, 2]);
    const paths = ['', '/zip', '/certificate.json', '/certificate.pdf'];
    for (const path of paths) await colleague.get(`/api/deliveries/${both.id}${path}`).expect(404);
    expect((await colleague.get(`/api/deliveries/${mine.id}`).expect(200)).body.total).toBe(2);
  });

  it('hides a delivery after the client of its delivered photos was deleted', async () => {
    const client = await createClient(staff, { business: 'Foreign and gone' });
    const { images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    await staff.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    // Of the second, which is not approved, nothing is kept but its id.
    const photos = [{ imageId: images[0]!.id }, { imageId: own.image }];
    const { body: delivery } = await staff.post('/api/deliveries').send({ photos }).expect(201);
    await staff.delete(`/api/clients/${client.id}`).expect(204);
    expect((await staff.get(`/api/deliveries/${delivery.id}`).expect(200)).body.fileName).toContain('Foreign');
    await colleague.get(`/api/deliveries/${delivery.id}`).expect(404);
  });

  it('hides a delivery whose photo was moved to a client outside the scope and then deleted', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: own.client });
    await staff.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    const { body: delivery } = await staff
      .post('/api/deliveries')
      .send({ photos: [{ imageId: images[0]!.id }] })
      .expect(201);
    await colleague.get(`/api/deliveries/${delivery.id}`).expect(200);
    await staff.patch(`/api/moments/${moment.id}`).send({ clientId: foreign.client }).expect(200);
    await colleague.get(`/api/deliveries/${delivery.id}`).expect(404);
    await staff.delete(`/api/moments/${moment.id}`).expect(204);
    await colleague.get(`/api/deliveries/${delivery.id}`).expect(404);
    expect((await staff.get(`/api/deliveries/${delivery.id}`).expect(200)).body.id).toBe(delivery.id);
  });

  it('refuses a colleague what lies outside their scope, even with the link', async () => {
    const answers = await Promise.all([
      colleague.get(`/api/public/${foreign.moment}`),
      colleague.get(`/api/gmb-optimizations/public/${foreign.publicLink}`),
      colleague.post(`/api/images/${foreign.image}/reject`).send({ feedback: 'No' }),
      colleague.get(`/api/public/${own.moment}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 200]);
  });

  it('a colleague sees single clients, nothing, and at once what moves into the scope', async () => {
    const other = await addColleague(app, { clientIds: [foreign.client] });
    expect((await read('/api/clients', other)).text).toContain(foreign.client);
    expect((await other.get('/api/agencies').expect(200)).body).toHaveLength(1);
    await other.get(`/api/moments/${own.moment}`).expect(404);
    await staff.patch(`/api/clients/${own.client}`).send({ agencyId: foreign.agency }).expect(200);
    await colleague.get(`/api/moments/${own.moment}`).expect(404);
    await staff.patch(`/api/clients/${own.client}`).send({ agencyId: own.agency }).expect(200);
    await colleague.get(`/api/moments/${own.moment}`).expect(200);
    await setRights(app, other.userId, { clientIds: [] });
    for (const path of ['/api/clients', '/api/moments', '/api/agencies', '/api/mails', '/api/notifications'])
      expect((await other.get(path).expect(200)).body).toEqual([]);
  });

  it('reads nothing of the client that a moment or an optimization was moved from', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: foreign.client });
    const optimization = await createOptimization(staff, { clientId: foreign.client });
    for (const path of [`/api/moments/${moment.id}`, `/api/gmb-optimizations/${optimization.id}`]) {
      await staff.patch(path).send({ clientId: own.client }).expect(200);
      for (const agent of [colleague, staff]) {
        const { body } = await agent.get(`${path}/history`).expect(200);
        const names = { client: { from: 'Foreign Bloom', to: 'Own Bloom' } };
        expect((body as HistoryEntry[]).find(({ action }) => action.endsWith('.moved'))).toMatchObject({
          changes: agent === staff ? names : {},
        });
        expect(JSON.stringify(body).includes('Foreign')).toBe(agent === staff);
      }
    }
    expect((await read('/api/history')).text).not.toContain('Foreign');
    expect((await read('/api/history', staff)).text).toContain('Foreign');
  });

  it('notifies a colleague only of what is within the scope', async () => {
    const rows = await app.db.query<{ clientId: string }[]>(
      `SELECT DISTINCT r."clientId" FROM notifications n JOIN reviews r ON r."id" = n."reviewId" WHERE n."userId" = $1`,
      [colleague.userId],
    );
    expect(rows).toEqual([{ clientId: own.client }]);
  });
});

type Content = Awaited<ReturnType<typeof createContent>>;

/** A client of an agency, and something of each kind: a rejected and an approved photo, work under way, a mail. */
async function createContent(app: TestApp, name: string, agencyId: string) {
  const staff = await app.staff();
  const client = await createClient(staff, { business: name, agencyId });
  const clientId = client.id;
  const { moment, images } = await createMomentWithImages(staff, 2, { clientId, title: name });
  const optimization = await createSuggestedOptimization(staff, { clientId, businessName: name });
  const { reviewer, link } = await createReviewLink(staff, `moments/${moment.id}`, clientId);
  await app.visitor().post(`/api/images/${images[0]!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
  await app.visitor().post(`/api/images/${images[1]!.id}/approve`).expect(200);
  await staff.post(`/api/images/${images[0]!.id}/regenerate`).set('Prefer', 'respond-async').expect(202);
  const mail = await createMail(app.db);
  await app.db.query('UPDATE mails SET "clientId" = $2 WHERE "id" = $1', [mail, clientId]);
  return {
    agency: agencyId,
    client: clientId,
    moment: moment.id,
    image: images[0]!.id,
    approved: images[1]!.id,
    optimization: optimization.id,
    publicLink: optimization.publicLink,
    reviewer: reviewer.id,
    link: link.id,
    mail,
  };
}
