import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Response } from 'supertest';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import {
  createClient,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { visitorsOf } from '../../test/review-links.js';
import { SECTIONS } from '../contract/statuses.js';

/** What happened by visitors, of a moment or an optimization. */
const STORED = `SELECT "action" FROM history WHERE "actor" = 'visitor' AND "reviewId" = $1::uuid`;

describe('the rights of a link', () => {
  let app: TestApp;
  let staff: Agent;
  let holder: Client;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
  });
  afterEach(() => holder.end());

  const { visit } = visitorsOf(() => app);
  const stored = (id: string): Promise<{ action: string }[]> => app.db.query(STORED, [id]);

  /**
   * Sends requests that pass the first check of their link and then wait for the lock on the subject, which others than they get
   * meanwhile; does something; and lets them go on.
   */
  const duringRequests = async (
    table: 'moments' | 'optimizations',
    id: string,
    requests: PromiseLike<Response>[],
    act: () => Promise<unknown>,
  ): Promise<Response[]> => {
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${table} WHERE "id" = $1 FOR KEY SHARE`, [id]);
    const answers = Promise.all(requests.map(async (request) => request));
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await eventually(async () => expect((await app.db.query(waiting)) as unknown[]).toHaveLength(requests.length));
    await act();
    await holder.query('COMMIT');
    return answers;
  };

  const sharedMoment = async () => {
    const client = await createClient(staff);
    const { moment, images } = await createMomentWithImages(staff, 4, { clientId: client.id });
    const { token, link, reviewer } = await createReviewLink(staff, `moments/${moment.id}`, client.id);
    return { client, moment, images, link, reviewer, visitor: visit(token) };
  };
  type SharedMoment = Awaited<ReturnType<typeof sharedMoment>>;

  const changes: [string, (shared: SharedMoment) => PromiseLike<Response>, number, string][] = [
    ['was revoked', ({ link }) => staff.post(`/api/links/${link.id}/revoke`).expect(200), 403, 'LINK_CLOSED'],
    [
      'got a passcode',
      ({ link }) => staff.patch(`/api/links/${link.id}`).send({ passcode: 'tulips' }).expect(200),
      403,
      'PASSCODE_REQUIRED',
    ],
    [
      'has expired',
      ({ link }) => staff.patch(`/api/links/${link.id}`).send({ expiresAt: '2026-01-01T00:00:00Z' }).expect(200),
      403,
      'LINK_EXPIRED',
    ],
    [
      'may only look',
      ({ link }) => staff.patch(`/api/links/${link.id}`).send({ mayDecide: false }).expect(200),
      403,
      'LINK_LOOKS_ONLY',
    ],
    [
      'lost its reviewer',
      ({ reviewer }) => staff.delete(`/api/reviewers/${reviewer.id}`).expect(204),
      404,
      'NOT_FOUND',
    ],
  ];

  it.each(changes)('stores no decision once the link %s', async (_what, act, status, code) => {
    const shared = await sharedMoment();
    const { moment, images, visitor } = shared;
    const sent = [
      visitor.post(`/api/images/${images[0]!.id}/approve`),
      visitor.post(`/api/images/${images[1]!.id}/reject`, { feedback: 'Too dark' }),
      visitor.post(`/api/public/${moment.id}/done`),
    ];
    const answers = await duringRequests('moments', moment.id, sent, async () => act(shared));
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await stored(moment.id)).toEqual([]);
  });

  it('checks the rights of a link when a decision is taken back, or the link opened', async () => {
    const { moment, images, visitor, link } = await sharedMoment();
    await visitor.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    const sent = [
      visitor.post(`/api/images/${images[0]!.id}/decision/undo`),
      visitor.post(`/api/public/${moment.id}/opened`),
    ];
    const answers = await duringRequests('moments', moment.id, sent, async () =>
      staff.post(`/api/links/${link.id}/revoke`).expect(200),
    );
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([403, 'LINK_CLOSED']);
    expect(await stored(moment.id)).toEqual([{ action: 'image.approved' }]);
    expect(
      (await app.db.query(`SELECT "lastSeenAt" FROM review_links WHERE "id" = $1`, [link.id]))[0].lastSeenAt,
    ).toBeNull();
  });

  it.each(['moments', 'clients'] as const)('closing the open link for %s ends its rights', async (subject) => {
    const { client, moment, images } = await sharedMoment();
    const path = subject === 'moments' ? `moments/${moment.id}` : `clients/${client.id}`;
    const visitor = app.visitor();
    const sent = [
      visitor.post(`/api/images/${images[0]!.id}/approve`),
      visitor.post(`/api/images/${images[1]!.id}/reject`).send({ feedback: 'Too dark' }),
      visitor.post(`/api/public/${moment.id}/done`),
      visitor.post(`/api/public/${moment.id}/opened`),
    ];
    const answers = await duringRequests('moments', moment.id, sent, async () =>
      staff.patch(`/api/${path}/sharing`).send({ openLink: false }).expect(200),
    );
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([403, 'LINK_CLOSED']);
    expect(await stored(moment.id)).toEqual([]);
  });

  it.each(['named', 'open'] as const)(
    'checks the rights of the %s link at the time of a decision on a section',
    async (kind) => {
      const client = await createClient(staff);
      const { id, publicLink } = await createSuggestedOptimization(staff, { clientId: client.id });
      const { token, link } = await createReviewLink(staff, `gmb-optimizations/${id}`, client.id);
      const headers = kind === 'named' ? { 'Review-Link': token } : {};
      const path = `/api/gmb-optimizations/public/${kind === 'named' ? id : publicLink}`;
      const send = (rest: string, body: object = {}) => app.visitor().post(`${path}/${rest}`).set(headers).send(body);
      await send('approve/services', { status: 'approved' }).expect(200);
      const before = await stored(id);
      const sent = [
        send('approve/description', { status: 'approved' }),
        send('approve/faqs', { status: 'rejected', feedback: 'No' }),
        send('undo/services'),
        send('done'),
        send('opened'),
      ];
      const answers = await duringRequests('optimizations', id, sent, async () =>
        kind === 'named'
          ? staff.post(`/api/links/${link.id}/revoke`).expect(200)
          : staff.patch(`/api/gmb-optimizations/${id}/sharing`).send({ openLink: false }).expect(200),
      );
      for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([403, 'LINK_CLOSED']);
      expect(await stored(id)).toEqual(before);
    },
  );

  it('stores none of many decisions in flight after the revocation was answered', async () => {
    const client = await createClient(staff);
    const { moment, images } = await createMomentWithImages(staff, 30, { clientId: client.id });
    const { id, publicLink } = await createSuggestedOptimization(staff, { clientId: client.id });
    await staff.post(`/api/gmb-optimizations/${id}/share`).expect(200);
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    expect(publicLink).toBeTruthy();
    const { token, link } = await createReviewLink(staff, `clients/${client.id}`, client.id);
    const visitor = visit(token);
    const sent = [
      ...images.map((image) => visitor.post(`/api/images/${image.id}/approve`)),
      ...SECTIONS.map((section) =>
        visitor.post(`/api/gmb-optimizations/public/${id}/approve/${section}`, { status: 'approved' }),
      ),
    ];
    const count = async () => (await stored(moment.id)).length + (await stored(id)).length;
    const answers = Promise.all(sent.map(async (request) => request));
    await eventually(async () => expect(await count()).toBeGreaterThan(0));
    await staff.post(`/api/links/${link.id}/revoke`).expect(200);
    const atRevocation = await count();
    const statuses = (await answers).map(({ status }) => status);
    expect(await count()).toBe(atRevocation);
    // No deadlock, and no other failure.
    expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(atRevocation);
  });
});
