import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import {
  createAgency,
  createClient,
  createMoment,
  createMomentWithImages,
  createReviewer,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { connectLive, sessionCookie, waitForEvent } from '../../test/live.js';
import { tokenIn, visitorsOf } from '../../test/review-links.js';
import type { ClientView } from '../contract/clients.js';
import type { HistoryEntry } from '../contract/history.js';
import type { SharingView } from '../contract/links.js';

describe('links of reviewers', () => {
  let app: TestApp;
  let staff: Agent;
  let client: ClientView;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    client = await createClient(staff, { business: 'Harbor Dental' });
  });
  afterAll(() => app.close());

  const { visit, watch } = visitorsOf(() => app);
  const shareWithNew = (path: string, options: object = {}) => createReviewLink(staff, path, client.id, { ...options });
  const historyOf = async (momentId: string) => (await staff.get(`/api/moments/${momentId}/history`).expect(200)).body;

  it('a link leads to one moment, and names the reviewer in decisions and history', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id });
    const { token, link } = await shareWithNew(`moments/${moment.id}`);
    expect(link).toMatchObject({ state: 'open', mayDecide: true, firstOpenedAt: null });
    expect(JSON.stringify(await app.db.query('SELECT * FROM review_links'))).not.toContain(token);
    const maria = visit(token);
    expect((await maria.get('/api/review-link').expect(200)).body).toMatchObject({
      state: 'open',
      opens: 'moment',
      id: moment.id,
      reviewer: { name: 'Maria Lopez' },
    });
    await maria.post(`/api/public/${moment.id}/opened`).expect(204);
    await maria.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    await maria.post(`/api/images/${images[1]!.id}/reject`, { feedback: 'Too dark' }).expect(200);
    const { links } = (await staff.get(`/api/moments/${moment.id}/sharing`).expect(200)).body as SharingView;
    expect(links).toMatchObject([{ decided: { approved: 1, rejected: 1, total: 2 } }]);
    expect(links[0]!.firstOpenedAt).not.toBeNull();
    expect(await historyOf(moment.id)).toMatchObject([
      { action: 'image.rejected', actor: 'visitor', actorName: 'Maria Lopez', feedback: 'Too dark' },
      { action: 'image.approved', actor: 'visitor', actorName: 'Maria Lopez' },
      { action: 'moment.opened', actor: 'visitor', actorName: 'Maria Lopez' },
      { action: 'link.sent', changes: { reviewers: { to: 'Maria Lopez' } } },
      ...Array.from({ length: 3 }, () => expect.anything()),
    ]);
  });

  it('a link is not found when what it opens is deleted while it is read', async () => {
    const { id } = await createMoment(staff, { clientId: client.id });
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE history');
      const answer = staff.get(`/api/moments/${id}/sharing`).then(({ status }) => status);
      await eventually(async () => {
        const waiting = await app.db.query('SELECT FROM pg_locks WHERE NOT granted');
        expect(waiting).toHaveLength(1);
      });
      await holder.query('DELETE FROM reviews WHERE "id" = $1', [id]);
      await holder.query('COMMIT');
      expect(await answer).toBe(404);
    } finally {
      await holder.end();
    }
  });

  it('the history keeps the previous due date, also when several people change it at once', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const days = ['2030-01-01', '2030-01-02', '2030-01-03', '2030-01-04', '2030-01-05', '2030-01-06'];
    await Promise.all(
      days.map((dueOn) => staff.patch(`/api/moments/${moment.id}/sharing`).send({ dueOn }).expect(200)),
    );
    const entries = ((await historyOf(moment.id)) as HistoryEntry[]).filter(
      ({ action }) => action === 'due_date.changed',
    );
    const changes = entries.map(({ changes: { dueOn } }) => dueOn!).toReversed();
    expect(changes.map(({ from }) => from)).toEqual(['', ...changes.slice(0, -1).map(({ to }) => to)]);
    expect(changes).toHaveLength(days.length);
  });

  it('shows when the open link was first copied, after links were sent', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    await shareWithNew(`moments/${moment.id}`);
    const live = await connectLive(app, { Cookie: await sessionCookie(app) });
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await waitForEvent(live, 'sharing.changed', ({ momentId }: { momentId?: string }) => momentId === moment.id);
    live.socket.disconnect();
    const { body } = await staff.get(`/api/moments/${moment.id}/sharing`).expect(200);
    expect((body as SharingView).openLinkSharedAt).not.toBeNull();
  });

  it('a link refuses to take back the decision of another reviewer', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    // Two reviewers of the same name are two people.
    const [one, other] = [await shareWithNew(`moments/${moment.id}`), await shareWithNew(`moments/${moment.id}`)];
    const path = `/api/images/${images[0]!.id}`;
    await visit(one.token).post(`${path}/approve`).expect(200);
    expect((await visit(other.token).post(`${path}/decision/undo`).expect(409)).body.code).toBe('DECISION_FINAL');
    await app.visitor().post(`${path}/decision/undo`).expect(409);
    await visit(one.token).post(`${path}/decision/undo`).expect(200);
  });

  it('a link leads nowhere else', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const other = await createMomentWithImages(staff, 1, { clientId: client.id });
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    const { token } = await shareWithNew(`moments/${other.moment.id}`);
    const maria = visit(token);
    const answers = [
      await maria.get(`/api/public/${moment.id}`),
      await maria.get(`/api/public/${moment.id}/branding`),
      await maria.post(`/api/images/${images[0]!.id}/approve`),
      await maria.get(`/api/gmb-optimizations/public/${optimization.publicLink}`),
      await maria.get(`/api/gmb-optimizations/public/${optimization.id}`),
      await visit('no-such-link-anywhere-0').get(`/api/public/${moment.id}`),
      await visit('').get('/api/review-link'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it('a link leads to an optimization, and does not disclose its open link', async () => {
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    const { token } = await shareWithNew(`gmb-optimizations/${optimization.id}`);
    const maria = visit(token);
    const path = `/api/gmb-optimizations/public/${optimization.id}`;
    const live = await watch({ publicLink: optimization.id, reviewLink: token });
    const { body } = await maria.get(path).expect(200);
    expect(body.optimization).toMatchObject({ id: optimization.id, publicLink: optimization.id });
    const changed = waitForEvent(live, 'optimization.changed');
    await maria.post(`${path}/approve/services`, { status: 'approved' }).expect(200);
    expect(JSON.stringify([body, await changed])).not.toContain(optimization.publicLink);
    const { links } = (await staff.get(`/api/gmb-optimizations/${optimization.id}/sharing`).expect(200)).body;
    expect(links).toMatchObject([{ decided: { approved: 1, rejected: 0 } }]);
  });

  it('a link to a client leads to all that was shared with the client, and only to that', async () => {
    const own = await createClient(staff, { business: 'Summit Yoga' });
    const shared = await createMomentWithImages(staff, 2, { clientId: own.id, title: 'Opening day' });
    const draft = await createMomentWithImages(staff, 1, { clientId: own.id, title: 'Not shown yet' });
    const foreign = await createMomentWithImages(staff, 1, { clientId: client.id });
    for (const { moment } of [shared, foreign]) await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    const reviewer = await createReviewer(staff, own.id, { name: 'Ines Roth' });
    const body = { reviewers: [{ reviewerId: reviewer.id }] };
    const { links } = (await staff.post(`/api/clients/${own.id}/links`).send(body).expect(200)).body as SharingView;
    const ines = visit(tokenIn(links[0]!));
    expect((await ines.get('/api/review-link').expect(200)).body).toMatchObject({
      opens: 'portal',
      client: { business: 'Summit Yoga' },
      items: [{ kind: 'moment', id: shared.moment.id, title: 'Opening day', decided: 0, total: 2 }],
    });
    await ines.post(`/api/images/${shared.images[0]!.id}/approve`).expect(200);
    await ines.get(`/api/public/${draft.moment.id}`).expect(404);
    await ines.post(`/api/images/${draft.images[0]!.id}/approve`).expect(404);
    await ines.get(`/api/public/${foreign.moment.id}/images`).expect(404);
  });

  it('a link may only look where staff say so', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token, link } = await shareWithNew(`moments/${moment.id}`, { mayDecide: false });
    const maria = visit(token);
    await maria.get(`/api/public/${moment.id}/images`).expect(200);
    for (const [path, body] of [
      ['approve', {}],
      ['reject', { feedback: 'No' }],
      ['decision/undo', {}],
    ] as const) {
      expect((await maria.post(`/api/images/${images[0]!.id}/${path}`, body).expect(403)).body.code).toBe(
        'LINK_LOOKS_ONLY',
      );
    }
    await staff.patch(`/api/links/${link.id}`).send({ mayDecide: true }).expect(200);
    await maria.post(`/api/images/${images[0]!.id}/approve`).expect(200);
  });

  it('sharing again keeps links as they are, and opens revoked ones', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { link, reviewer } = await shareWithNew(`moments/${moment.id}`, { mayDecide: false });
    await staff.post(`/api/links/${link.id}/revoke`).expect(200);
    const body = { reviewers: [{ reviewerId: reviewer.id }] };
    const { links } = (await staff.post(`/api/moments/${moment.id}/links`).send(body).expect(200)).body as SharingView;
    expect(links).toMatchObject([{ id: link.id, state: 'open', mayDecide: false }]);
    expect(links[0]!.address).not.toBe(link.address);
  });

  it('gives links to reviewers of the client only', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const foreign = await createReviewer(staff, (await createClient(staff)).id);
    const body = { reviewers: [{ reviewerId: foreign.id }] };
    const refused = await staff.post(`/api/moments/${moment.id}/links`).send(body).expect(400);
    expect(refused.body.details).toEqual([
      { field: 'reviewers', message: 'reviewers must be reviewers of this client' },
    ]);
  });

  it('creates one link for each reviewer, also where staff share twice at once', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const reviewer = await createReviewer(staff, client.id);
    const body = { reviewers: [{ reviewerId: reviewer.id }] };
    const share = () => staff.post(`/api/moments/${moment.id}/links`).send(body);
    const answers = await Promise.all([share(), share(), share()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { links } = (await staff.get(`/api/moments/${moment.id}/sharing`).expect(200)).body as SharingView;
    expect(links).toHaveLength(1);
  });

  it('are shared without a deadlock while others share, change the due date and decide', async () => {
    const { moment, images } = await createMomentWithImages(staff, 3, { clientId: client.id });
    const { token } = await shareWithNew(`moments/${moment.id}`);
    const reviewers = await Promise.all(
      [1, 2, 3].map((number) => createReviewer(staff, client.id, { email: `at-once-${number}@harbor.example` })),
    );
    const days = ['2027-03-01', '2027-03-02', null];
    const share = (index: number) => {
      const chosen = [index, index + 1].map((one) => ({ reviewerId: reviewers[one % 3]!.id }));
      return staff.post(`/api/moments/${moment.id}/links`).send({ reviewers: chosen, dueOn: days[index % 3] });
    };
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, async (_, index) => share(index)),
      ...days.map(async (dueOn) => staff.patch(`/api/moments/${moment.id}/sharing`).send({ dueOn })),
      ...images.map(async ({ id }) => visit(token).post(`/api/images/${id}/approve`)),
    ]);
    const failures = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.message]));
    // On a slow machine some wait too long for their turn. A deadlock is another failure.
    expect(failures.filter((message) => !message.startsWith('The database is busy'))).toEqual([]);
    expect(failures.length).toBeLessThan(answers.length);
  });

  it('links have the address of the agency’s verified domain, and open there', async () => {
    const agency = await createAgency(staff, { customDomain: 'review.north.example' });
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    const own = await createClient(staff, { agencyId: agency.id });
    const { moment } = await createMomentWithImages(staff, 1, { clientId: own.id });
    const reviewer = await createReviewer(staff, own.id);
    const body = { reviewers: [{ reviewerId: reviewer.id }] };
    const { links } = (await staff.post(`/api/moments/${moment.id}/links`).send(body).expect(200)).body as SharingView;
    expect(links[0]!.address).toMatch(/^https:\/\/review\.north\.example\/r\/[\w-]{22}$/);
    const at = (host: string) => visit(tokenIn(links[0]!)).get('/api/review-link').set('Host', host);
    await at('review.north.example').expect(200);
    await at('review.other.example').expect(404);
  });

  it.each([
    ['2027-W05-1', 'a week'],
    ['2027-031', 'a day of the year'],
    ['2027-01-31', 'a day'],
    ['2027-01-31T23:59:60Z', 'a leap second'],
    ['0000-01-01T00:00:00Z', 'the year 0'],
    ['tomorrow', 'a word'],
  ])('refuses a link that ends at %s: %s', async (expiresAt) => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { link } = await shareWithNew(`moments/${moment.id}`);
    const { body } = await staff.patch(`/api/links/${link.id}`).send({ expiresAt });
    expect(body).toMatchObject({ statusCode: 400, details: [{ field: 'expiresAt' }] });
  });

  it('sends no reminders of links without a mail server, and says so', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { body: reviewer } = await staff
      .post(`/api/clients/${client.id}/reviewers`)
      .send({ name: 'Kim', email: 'kim@harbor.example' })
      .expect(201);
    const body = { reviewers: [{ reviewerId: reviewer.id }], remindAfterDays: [1] };
    const { links } = (await staff.post(`/api/moments/${moment.id}/links`).send(body).expect(200)).body as SharingView;
    expect(links).toMatchObject([{ nextReminderAt: null }]);
    const refused = await staff.post(`/api/links/${links[0]!.id}/reminder/send`).expect(409);
    expect(refused.body).toMatchObject({
      code: 'NO_MAIL_SERVER',
      message: 'No mail was sent, since no mail server is set up. Copy the link, and send it to Kim in another way.',
    });
    expect(JSON.stringify((await staff.get(`/api/moments/${moment.id}/history`)).body)).not.toContain('link.reminded');
  });

  it('refuses reminders of a moment’s own, and a due date for a whole client', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const refused = [
      await staff.patch(`/api/moments/${moment.id}/sharing`).send({ reminderDays: [1] }),
      await staff.patch(`/api/moments/${moment.id}/sharing`).send({ reminderText: 'Please look' }),
      await staff.patch(`/api/clients/${client.id}/sharing`).send({ dueOn: '2027-01-31' }),
      await staff.post(`/api/clients/${client.id}/links`).send({
        reviewers: [{ reviewerId: (await createReviewer(staff, client.id)).id }],
        dueOn: '2027-01-31',
      }),
    ];
    expect(refused.map(({ status, body }) => [status, body.details?.[0]?.field])).toEqual([
      [400, 'reminderDays'],
      [400, 'reminderText'],
      [400, 'dueOn'],
      [400, 'dueOn'],
    ]);
  });
});
