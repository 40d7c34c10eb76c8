import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_NAME, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient, createMomentWithImages, createReviewLink } from '../../test/factories.js';
import { startMailingApp, type MailingApp } from '../../test/mailing-app.js';
import { ended, tokenIn, visitorsOf } from '../../test/review-links.js';
import type { HistoryEntry } from '../contract/history.js';
import type { LinkView, SharingView } from '../contract/links.js';

describe('a link that is replaced', () => {
  let mailing: MailingApp;
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    mailing = await startMailingApp();
    ({ app, staff } = mailing);
  });
  afterAll(() => mailing.close());

  const { visit, connect, watch } = visitorsOf(() => app);

  const shared = async (options: Record<string, unknown> = {}) => {
    const client = await createClient(staff);
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id });
    const path = `moments/${moment.id}`;
    const made = await createReviewLink(staff, path, client.id, { mail: false, ...options });
    return { client, moment, images, path, ...made };
  };
  type Shared = Awaited<ReturnType<typeof shared>>;

  const sharingOf = async (path: string) => (await staff.get(`/api/${path}/sharing`).expect(200)).body as SharingView;
  const historyOf = async (id: string) =>
    (await staff.get(`/api/moments/${id}/history`).expect(200)).body as HistoryEntry[];

  const ways: [string, (shared: Shared) => Promise<unknown>][] = [
    ['New link', ({ link }) => staff.post(`/api/links/${link.id}/replace`).expect(200)],
    [
      'revoking and sharing again',
      async ({ link, path, reviewer }) => {
        await staff.post(`/api/links/${link.id}/revoke`).expect(200);
        const body = { reviewers: [{ reviewerId: reviewer.id }], mail: false };
        await staff.post(`/api/${path}/links`).send(body).expect(200);
      },
    ],
    [
      'revoking and restoring',
      async ({ link }) => {
        await staff.post(`/api/links/${link.id}/revoke`).expect(200);
        await staff.post(`/api/links/${link.id}/restore`).expect(200);
      },
    ],
    [
      'another e-mail address of the reviewer',
      ({ reviewer }) =>
        staff.patch(`/api/reviewers/${reviewer.id}`).send({ name: 'Tom', email: 'tom@harbor.example' }).expect(200),
    ],
    [
      'removing the e-mail address of the reviewer',
      ({ reviewer }) => staff.patch(`/api/reviewers/${reviewer.id}`).send({ email: '' }).expect(200),
    ],
  ];

  it.each(ways)('a link replaced by %s has another token, and the one before opens nothing', async (_way, replace) => {
    const one = await shared({ email: 'maria@harbor.example', passcode: 'tulips' });
    const { moment, images, path, token, link } = one;
    const given = await visit(token).post('/api/review-link/passcode', { passcode: 'tulips' }).expect(204);
    const cookie = given.get('Set-Cookie')![0]!.split(';')[0]!;
    const old = visit(token, cookie);
    await old.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    const live = await connect();
    await replace(one);
    for (const answer of [
      await old.get('/api/review-link'),
      await old.get(`/api/public/${moment.id}`),
      await old.get(`/api/public/${moment.id}/images`),
      await old.get(`/api/public/${moment.id}/branding`),
      await old.post(`/api/images/${images[1]!.id}/approve`),
      await old.post(`/api/public/${moment.id}/done`),
      await old.post('/api/review-link/passcode', { passcode: 'tulips' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await live.watch({ momentId: moment.id, reviewLink: token })).toEqual({ ok: false });
    const { links } = await sharingOf(path);
    expect(links).toMatchObject([{ id: link.id, state: 'open', firstOpenedAt: null, lastSeenAt: null }]);
    expect(tokenIn(links[0]!)).not.toBe(token);
    // The passcode is asked for again: by the new link the device gave none.
    const renewed = visit(tokenIn(links[0]!), cookie);
    expect((await renewed.get('/api/review-link').expect(200)).body.state).toBe('passcode');
    await renewed.post('/api/review-link/passcode', { passcode: 'tulips' }).expect(204);
  });

  it('a replaced link never gets a former token again', async () => {
    const { link, token } = await shared();
    const tokens = [token];
    for (let count = 0; count < 3; count += 1) {
      const { body } = await staff.post(`/api/links/${link.id}/replace`).expect(200);
      tokens.push(tokenIn(body as LinkView));
    }
    expect(new Set(tokens).size).toBe(4);
    const answers = [];
    for (const one of tokens) answers.push((await visit(one).get('/api/review-link')).status);
    expect(answers).toEqual([404, 404, 404, 200]);
  });

  it('replacing a link closes the live connections of the one before', async () => {
    const { link, token, moment } = await shared();
    const live = await watch({ momentId: moment.id, reviewLink: token });
    await staff.post(`/api/links/${link.id}/replace`).expect(200);
    await expect(ended(live)).resolves.toBeUndefined();
  });

  it('changing a reviewer’s address closes the connections of all their links, also to all work of the client', async () => {
    const { client, moment, reviewer } = await shared({ email: 'maria@harbor.example' });
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    const body = { reviewers: [{ reviewerId: reviewer.id }], mail: false };
    const { links } = (await staff.post(`/api/clients/${client.id}/links`).send(body).expect(200)).body as SharingView;
    const portal = tokenIn(links[0]!);
    const live = await watch({ momentId: moment.id, reviewLink: portal });
    await staff.patch(`/api/reviewers/${reviewer.id}`).send({ email: 'tom@harbor.example' }).expect(200);
    await ended(live);
    expect((await visit(portal).get('/api/review-link')).status).toBe(404);
  });

  it('keeps a link where only name, language or time zone changes, or somebody gets their first address', async () => {
    const { reviewer, token } = await shared();
    for (const body of [{ name: 'Maria L.' }, { language: 'fr', timeZone: 'Europe/Paris' }, { email: 'm@l.example' }])
      await staff.patch(`/api/reviewers/${reviewer.id}`).send(body).expect(200);
    await staff.patch(`/api/reviewers/${reviewer.id}`).send({ email: 'M@L.example' }).expect(200);
    expect((await visit(token).get('/api/review-link')).status).toBe(200);
    // Another name with a first address is another person.
    const other = await shared();
    await staff.patch(`/api/reviewers/${other.reviewer.id}`).send({ name: 'Tom', email: 't@l.example' }).expect(200);
    expect((await visit(other.token).get('/api/review-link')).status).toBe(404);
  });

  it('the history says who replaced a link', async () => {
    const { moment, link, reviewer } = await shared({ email: 'maria@harbor.example' });
    await staff.post(`/api/links/${link.id}/replace`).expect(200);
    await staff.patch(`/api/reviewers/${reviewer.id}`).send({ name: 'Tom', email: 'tom@harbor.example' }).expect(200);
    const entry = { action: 'link.replaced', actor: 'staff', actorName: STAFF_NAME };
    expect((await historyOf(moment.id)).slice(0, 2)).toMatchObject([
      { ...entry, changes: { reviewers: { to: 'Tom' } } },
      { ...entry, changes: { reviewers: { to: 'Maria Lopez' } } },
    ]);
  });

  it('does not replace a link while it is revoked', async () => {
    const { link } = await shared();
    await staff.post(`/api/links/${link.id}/revoke`).expect(200);
    const { body } = await staff.post(`/api/links/${link.id}/replace`).expect(409);
    expect([body.code, body.message]).toEqual([
      'LINK_CLOSED',
      'This link was revoked. Restore it, which makes a new one.',
    ]);
  });

  it('puts the new link into the mails that were waiting', async () => {
    const { link, path } = await shared({ email: 'waiting@harbor.example', mail: true });
    await staff.post(`/api/links/${link.id}/replace`).expect(200);
    await app.db.query(`UPDATE mails SET "dueAt" = now()`);
    await app.startWorker();
    await eventually(() => expect(mailing.smtp.mailsTo('waiting@harbor.example')).toHaveLength(1));
    const { address } = (await sharingOf(path)).links[0]!;
    expect(mailing.smtp.mailsTo('waiting@harbor.example')[0]!.text).toContain(address);
  });
});
