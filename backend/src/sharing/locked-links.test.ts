import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  createClient,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { tokenIn } from '../../test/review-links.js';
import { hashPassword } from '../users/passwords.js';
import type { HistoryEntry } from '../contract/history.js';
import { WRONG_PASSCODES_MAX } from '../contract/limits.js';
import type { LinkView, SharingView } from '../contract/links.js';
import type { NotificationView } from '../contract/notifications.js';

const LOCKED =
  'This link is locked, since a wrong passcode was given too often. Please ask the team that sent it to unlock it.';

describe('a link whose passcode is guessed', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: '1' });
    staff = await app.staff();
  });
  afterAll(() => app.close());

  let networks = 0;
  /** Gives a passcode, each time from another network. */
  const give = (token: string, passcode: string) => {
    networks += 1;
    const address = `10.${Math.floor(networks / 200)}.${networks % 200}.1`;
    const visitor = app.visitor().post('/api/review-link/passcode');
    return visitor.set({ 'Review-Link': token, 'X-Forwarded-For': address }).send({ passcode });
  };
  const open = (token: string, cookie = '') =>
    app.visitor().get('/api/review-link').set({ 'Review-Link': token, Cookie: cookie });

  const shared = async (subject: 'moments' | 'gmb-optimizations' | 'clients' = 'moments') => {
    const client = await createClient(staff);
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    const id = { moments: moment.id, 'gmb-optimizations': optimization.id, clients: client.id }[subject];
    const path = `${subject}/${id}`;
    const { link, token } = await createReviewLink(staff, path, client.id, { passcode: 'tulips' });
    return { client, id, path, link, token };
  };
  const linkIn = async (path: string): Promise<LinkView> =>
    ((await staff.get(`/api/${path}/sharing`).expect(200)).body as SharingView).links[0]!;
  const notifications = async (): Promise<NotificationView[]> =>
    ((await staff.get('/api/notifications').expect(200)).body as NotificationView[]).filter(
      ({ kind }) => kind === 'locked',
    );
  /** As if so many wrong ones were given. */
  const guessed = (id: string, count: number) =>
    app.db.query(`UPDATE review_links SET "wrongPasscodes" = $2 WHERE "id" = $1`, [id, count]);
  const lock = async ({ link, token }: { link: LinkView; token: string }) => {
    await guessed(link.id, WRONG_PASSCODES_MAX - 1);
    await give(token, 'the last guess').expect(403);
  };

  it('a link is locked after exactly 50 wrong passcodes in all, however many come at once', async () => {
    const { token, path, link } = await shared();
    const guesses = Array.from({ length: 60 }, (_none, index) => give(token, `guess ${index}`));
    const answers = await Promise.all(guesses.map(async (guess) => guess));
    const codes = answers.map(({ status, body }) => `${status} ${body.code}`);
    expect(codes.filter((code) => code === '403 WRONG_PASSCODE')).toHaveLength(WRONG_PASSCODES_MAX);
    expect(codes.filter((code) => code === '403 LINK_LOCKED')).toHaveLength(10);
    expect((await linkIn(path)).lockedAt).not.toBeNull();
    expect((await notifications()).filter(({ people }) => people.length > 0)).toHaveLength(1);
    expect((await staff.get(`/api/moments/${path.split('/')[1]}/history`)).body).toContainEqual(
      expect.objectContaining({ action: 'link.locked', changes: { reviewers: { from: '', to: 'Maria Lopez' } } }),
    );
    expect(link.lockedAt).toBeNull();
    // Nobody saw anything.
    const opened = await app.db.query('SELECT "openedAt" FROM reviews WHERE "id" = $1', [path.split('/')[1]]);
    expect(opened).toEqual([{ openedAt: null }]);
  });

  it('a locked link answers the right passcode as it answers a wrong one, and its page says that it is locked', async () => {
    const one = await shared();
    await lock(one);
    for (const passcode of ['tulips', 'roses!']) {
      const { status, body } = await give(one.token, passcode);
      expect([status, body.code, body.message]).toEqual([403, 'LINK_LOCKED', LOCKED]);
    }
    expect((await open(one.token).expect(200)).body.state).toBe('locked');
  });

  it('a locked link stays open where the right passcode was given before', async () => {
    const one = await shared();
    const cookie = (await give(one.token, 'tulips').expect(204)).get('Set-Cookie')![0]!.split(';')[0]!;
    await lock(one);
    expect((await open(one.token, cookie).expect(200)).body.state).toBe('open');
  });

  it('does not count right passcodes', async () => {
    const { token, link, path } = await shared();
    await guessed(link.id, WRONG_PASSCODES_MAX - 1);
    for (let count = 0; count < 3; count += 1) await give(token, 'tulips').expect(204);
    expect((await linkIn(path)).lockedAt).toBeNull();
    await give(token, 'roses!').expect(403);
    expect((await linkIn(path)).lockedAt).not.toBeNull();
  });

  it.each<[string, (link: LinkView) => Promise<unknown>]>([
    ['unlock it', (link) => staff.post(`/api/links/${link.id}/unlock`).expect(200)],
    ['set another passcode', (link) => staff.patch(`/api/links/${link.id}`).send({ passcode: 'tulips' }).expect(200)],
    ['replace it', (link) => staff.post(`/api/links/${link.id}/replace`).expect(200)],
  ])('a locked link takes 50 passcodes again once staff %s', async (_what, act) => {
    const one = await shared();
    await lock(one);
    await act(one.link);
    const link = await linkIn(one.path);
    expect(link.lockedAt).toBeNull();
    await give(tokenIn(link), 'roses!').expect(403);
    await give(tokenIn(link), 'tulips').expect(204);
    const [row] = await app.db.query(`SELECT "wrongPasscodes" FROM review_links WHERE "id" = $1`, [link.id]);
    expect(row).toEqual({ wrongPasscodes: 1 });
  });

  it('the history says who unlocked a link', async () => {
    const one = await shared();
    await lock(one);
    await staff.post(`/api/links/${one.link.id}/unlock`).expect(200);
    const history = (await staff.get(`/api/moments/${one.id}/history`).expect(200)).body as HistoryEntry[];
    expect(history.slice(0, 2)).toMatchObject([
      { action: 'link.unlocked', actor: 'staff', actorName: 'Ada' },
      { action: 'link.locked', actor: 'visitor', actorName: null },
    ]);
  });

  it.each(['moments', 'gmb-optimizations', 'clients'] as const)(
    'notifies staff of a locked link to %s',
    async (subject) => {
      const one = await shared(subject);
      await lock(one);
      expect((await notifications())[0]).toMatchObject({
        kind: 'locked',
        momentId: subject === 'moments' ? one.id : null,
        optimizationId: subject === 'gmb-optimizations' ? one.id : null,
        client: { id: one.client.id },
        people: ['Maria Lopez'],
        isRead: false,
      });
      const other = await createReviewLink(staff, one.path, one.client.id, { name: 'Tom', passcode: 'tulips' });
      await lock(other);
      expect((await notifications())[0]!.people).toEqual(['Maria Lopez', 'Tom']);
      const { id } = (await notifications())[0]!;
      for (const action of ['read', 'unread']) await staff.post(`/api/notifications/${id}/${action}`).expect(204);
      expect((await notifications())[0]).toMatchObject({ id, isRead: false });
    },
  );

  it('says nothing about a link that was revoked, has expired, or never was', async () => {
    const [revoked, expired] = [await shared(), await shared()];
    await staff.post(`/api/links/${revoked.link.id}/revoke`).expect(200);
    await staff.patch(`/api/links/${expired.link.id}`).send({ expiresAt: '2026-01-01T00:00:00Z' }).expect(200);
    const answers = [];
    for (const token of [revoked.token, expired.token, 'A'.repeat(22)])
      for (const passcode of ['tulips', 'roses!']) {
        const { status, body } = await give(token, passcode);
        answers.push([status, { ...body, requestId: '' }]);
      }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]![0]).toBe(404);
  });

  it('refuses a new passcode of fewer than 6 characters, and still opens by an earlier one', async () => {
    const { link, token, path } = await shared();
    for (const answer of [
      await staff.patch(`/api/links/${link.id}`).send({ passcode: 'peony' }),
      await staff.post(`/api/${path}/links`).send({ reviewers: [{ reviewerId: link.reviewer.id }], passcode: 'peony' }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('6 characters');
    }
    const earlier = await createReviewLink(staff, path, link.reviewer.clientId, { passcode: 'peonies' });
    // As it was set before six characters were asked for.
    const hash = await hashPassword('rose');
    await app.db.query(`UPDATE review_links SET "passcodeHash" = $2 WHERE "id" = $1`, [earlier.link.id, hash]);
    await give(earlier.token, 'rose').expect(204);
    await give(token, 'tulips').expect(204);
  });
});
