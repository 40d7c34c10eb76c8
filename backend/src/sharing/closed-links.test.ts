import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  createClient,
  createMoment,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { eventually } from '../../test/eventually.js';
import { ended, tokenIn, visitorsOf } from '../../test/review-links.js';
import type { ClientView } from '../contract/clients.js';
import type { HistoryEntry } from '../contract/history.js';
import type { LinkView, SharingView } from '../contract/links.js';

describe('links that ask, end and are closed', () => {
  let app: TestApp;
  let staff: Agent;
  let client: ClientView;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    client = await createClient(staff, { business: 'Harbor Dental' });
  });
  afterAll(() => app.close());

  const { visit, connect, watch } = visitorsOf(() => app);
  const shareWithNew = (path: string, options: object = {}) => createReviewLink(staff, path, client.id, { ...options });
  const historyOf = async (momentId: string) => (await staff.get(`/api/moments/${momentId}/history`).expect(200)).body;

  it('a link asks for its passcode once on each device', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token, link } = await shareWithNew(`moments/${moment.id}`, { passcode: 'tulips' });
    expect(link.hasPasscode).toBe(true);
    expect((await visit(token).get('/api/review-link').expect(200)).body).toEqual({
      state: 'passcode',
      branding: expect.anything(),
      client: { business: 'Harbor Dental' },
      language: 'en',
    });
    const refused = await visit(token).get(`/api/public/${moment.id}`).expect(403);
    expect(refused.body.code).toBe('PASSCODE_REQUIRED');
    expect(await (await connect()).watch({ momentId: moment.id, reviewLink: token })).toEqual({ ok: false });
    const wrong = await visit(token).post('/api/review-link/passcode', { passcode: 'roses' }).expect(403);
    expect([wrong.body.code, wrong.get('Set-Cookie')]).toEqual(['WRONG_PASSCODE', undefined]);
    const right = await visit(token).post('/api/review-link/passcode', { passcode: 'tulips' }).expect(204);
    const cookie = right.get('Set-Cookie')![0]!.split(';')[0]!;
    expect(right.get('Set-Cookie')![0]).toMatch(/HttpOnly; SameSite=Lax/);
    await visit(token, cookie).get(`/api/public/${moment.id}`).expect(200);
    await visit(token, `${cookie}x`).get(`/api/public/${moment.id}`).expect(403);
    // Another passcode is asked for again.
    await staff.patch(`/api/links/${link.id}`).send({ passcode: 'peonies' }).expect(200);
    await visit(token, cookie).get(`/api/public/${moment.id}`).expect(403);
    await staff.patch(`/api/links/${link.id}`).send({ passcode: null }).expect(200);
    await visit(token).get(`/api/public/${moment.id}`).expect(200);
  });

  it('a link takes ten wrong passcodes from a network, then none for a while', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token } = await shareWithNew(`moments/${moment.id}`, { passcode: 'tulips' });
    const guess = (passcode: string) => visit(token).post('/api/review-link/passcode', { passcode });
    for (let count = 0; count < 10; count += 1) await guess(`guess ${count}`).expect(403);
    const { body, headers } = await guess('tulips').expect(429);
    expect(body.message).toContain('passcodes');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a link ends at its time, and closes the connections that watch by it', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const expiresAt = new Date(Date.now() + 1500).toISOString();
    const { token } = await shareWithNew(`moments/${moment.id}`, { expiresAt });
    const live = await watch({ momentId: moment.id, reviewLink: token });
    await ended(live);
    expect(new Date() >= new Date(expiresAt)).toBe(true);
    const maria = visit(token);
    expect((await maria.get('/api/review-link').expect(200)).body.state).toBe('expired');
    expect((await maria.post(`/api/images/${images[0]!.id}/approve`).expect(403)).body.code).toBe('LINK_EXPIRED');
  });

  it('does not wait for a link on behalf of connections that ended while they asked', async () => {
    const day = 24 * 60 * 60 * 1000;
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token } = await shareWithNew(`moments/${moment.id}`, { expiresAt: new Date(Date.now() + 10 * day) });
    const asked = { momentId: moment.id, reviewLink: token };
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    const waiting = `SELECT FROM pg_locks WHERE relation = 'review_links'::regclass AND NOT granted`;
    try {
      const [{ socket }, other] = [await connect(), await connect()];
      await holder.query('BEGIN; LOCK TABLE review_links');
      socket.emit('watch', asked);
      await eventually(async () => expect((await holder.query(waiting)).rowCount).toBe(1));
      socket.disconnect();
      await other.flush();
      await holder.query('COMMIT');
      expect(await other.watch(asked)).toEqual({ ok: true });
      expect(timers.mock.calls.filter(([, ms]) => ms && ms > 9 * day)).toHaveLength(1);
    } finally {
      await holder.end();
      timers.mockRestore();
    }
  });

  it('a revoked link is closed at once, and can be restored', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token, link } = await shareWithNew(`moments/${moment.id}`);
    const live = await watch({ momentId: moment.id, reviewLink: token });
    const revoked = (await staff.post(`/api/links/${link.id}/revoke`).expect(200)).body as LinkView;
    expect(revoked).toMatchObject({ state: 'revoked', revokedBy: expect.any(String) });
    await ended(live);
    const maria = visit(token);
    for (const path of ['', '/images']) {
      expect((await maria.get(`/api/public/${moment.id}${path}`).expect(403)).body.code).toBe('LINK_CLOSED');
    }
    await maria.post(`/api/images/${images[0]!.id}/approve`).expect(403);
    expect((await maria.get('/api/review-link').expect(200)).body).toEqual({
      state: 'revoked',
      branding: expect.anything(),
      client: { business: 'Harbor Dental' },
      language: 'en',
    });
    const restored = (await staff.post(`/api/links/${link.id}/restore`).expect(200)).body as LinkView;
    await maria.post(`/api/images/${images[0]!.id}/approve`).expect(404);
    await visit(tokenIn(restored)).post(`/api/images/${images[0]!.id}/approve`).expect(200);
    expect((await historyOf(moment.id)).slice(1, 3)).toMatchObject([
      { action: 'link.restored', changes: { reviewers: { to: 'Maria Lopez' } } },
      { action: 'link.revoked' },
    ]);
  });

  it('deleting a reviewer ends their links, and keeps their decisions', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token, reviewer } = await shareWithNew(`moments/${moment.id}`);
    await visit(token).post(`/api/images/${images[0]!.id}/approve`).expect(200);
    const live = await watch({ momentId: moment.id, reviewLink: token });
    await staff.delete(`/api/reviewers/${reviewer.id}`).expect(204);
    await ended(live);
    await visit(token).get(`/api/public/${moment.id}`).expect(404);
    expect((await historyOf(moment.id))[0]).toMatchObject({ action: 'image.approved', actorName: 'Maria Lopez' });
  });

  it('moving a moment to another client ends its links and their connections', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token, link } = await shareWithNew(`moments/${moment.id}`);
    const live = await watch({ momentId: moment.id, reviewLink: token });
    const other = await createClient(staff);
    await staff.patch(`/api/moments/${moment.id}`).send({ clientId: other.id }).expect(200);
    await ended(live);
    await visit(token).get(`/api/public/${moment.id}/images`).expect(404);
    await visit(token).post(`/api/images/${images[0]!.id}/approve`).expect(404);
    await staff.post(`/api/links/${link.id}/restore`).expect(404);
    expect((await staff.get(`/api/moments/${moment.id}/sharing`).expect(200)).body.links).toEqual([]);
  });

  it('giving an optimization another client ends its links', async () => {
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    const { token } = await shareWithNew(`gmb-optimizations/${optimization.id}`);
    await app.db.query('UPDATE optimizations SET "clientId" = $1 WHERE id = $2', [
      (await createClient(staff)).id,
      optimization.id,
    ]);
    const { status } = await visit(token).get(`/api/gmb-optimizations/public/${optimization.id}`);
    expect(status).toBe(404);
  });

  describe('the open link', () => {
    it.each(['moments', 'clients'] as const)('closes and opens the open link for %s', async (subject) => {
      const own = await createClient(staff);
      const { moment, images } = await createMomentWithImages(staff, 1, { clientId: own.id });
      const path = subject === 'moments' ? `moments/${moment.id}` : `clients/${own.id}`;
      const live = await watch({ momentId: moment.id });
      const closed = await staff.patch(`/api/${path}/sharing`).send({ openLink: false }).expect(200);
      expect(closed.body).toMatchObject({ openLink: false, isOpenLinkWorking: false });
      await ended(live);
      const visitor = app.visitor();
      expect((await visitor.get(`/api/public/${moment.id}`).expect(403)).body.code).toBe('LINK_CLOSED');
      await visitor.get(`/api/public/${moment.id}/images`).expect(403);
      await visitor.post(`/api/images/${images[0]!.id}/approve`).expect(403);
      // Its page says so in the brand.
      await visitor.get(`/api/public/${moment.id}/branding`).expect(200);
      await staff.get(`/api/public/${moment.id}`).expect(200);
      await staff.patch(`/api/${path}/sharing`).send({ openLink: true }).expect(200);
      await app.visitor().get(`/api/public/${moment.id}`).expect(200);
    });

    it.each([
      ['moments', 'record'],
      ['moments', 'client'],
      ['gmb-optimizations', 'record'],
      ['gmb-optimizations', 'client'],
    ] as const)('refuses to note an open link of %s as shared while it is closed by the %s', async (subject, by) => {
      const own = await createClient(staff);
      const { id } =
        subject === 'moments'
          ? await createMoment(staff, { clientId: own.id })
          : await createSuggestedOptimization(staff, { clientId: own.id });
      const closed = by === 'record' ? `${subject}/${id}` : `clients/${own.id}`;
      await staff.patch(`/api/${closed}/sharing`).send({ openLink: false }).expect(200);
      const { body } = await staff.post(`/api/${subject}/${id}/share`).expect(409);
      expect([body.code, body.message]).toEqual([
        'LINK_CLOSED',
        'The open link is closed, so it was not shared. Open it in Sharing first, or give reviewers links of their own.',
      ]);
      const { body: history } = await staff.get(`/api/${subject}/${id}/history`).expect(200);
      expect(JSON.stringify(history)).not.toContain('.shared');
      await staff.patch(`/api/${closed}/sharing`).send({ openLink: true }).expect(200);
      const shared = await staff.post(`/api/${subject}/${id}/share`).expect(200);
      expect(shared.body.sharedAt).not.toBeNull();
    });

    it.each(['moments', 'gmb-optimizations'] as const)(
      'the open link of %s counts as shared once it was copied or opened itself, not with links of reviewers',
      async (subject) => {
        const own = await createClient(staff);
        const { id } =
          subject === 'moments'
            ? (await createMomentWithImages(staff, 1, { clientId: own.id })).moment
            : await createSuggestedOptimization(staff, { clientId: own.id });
        await createReviewLink(staff, `${subject}/${id}`, own.id, { name: 'Claire' });
        const actions = async () => {
          const { body } = await staff.get(`/api/${subject}/${id}/history`).expect(200);
          return (body as HistoryEntry[]).map(({ action }) => action).filter((action) => /shared|sent/.test(action));
        };
        const sharing = async () => (await staff.get(`/api/${subject}/${id}/sharing`).expect(200)).body as SharingView;
        expect(await actions()).toEqual(['link.sent']);
        expect((await sharing()).openLinkSharedAt).toBeNull();
        // The client may see it all the same.
        const { body } = await staff.get(`/api/${subject}/${id}`).expect(200);
        expect((subject === 'moments' ? body : body.optimization).sharedAt).not.toBeNull();
        for (let time = 0; time < 2; time += 1) await staff.post(`/api/${subject}/${id}/share`).expect(200);
        expect(await actions()).toEqual([subject === 'moments' ? 'moment.shared' : 'optimization.shared', 'link.sent']);
        expect((await sharing()).openLinkSharedAt).not.toBeNull();
      },
    );

    it('closes the open link of an optimization, whose page keeps its brand', async () => {
      const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
      await staff.patch(`/api/gmb-optimizations/${optimization.id}/sharing`).send({ openLink: false }).expect(200);
      const path = `/api/gmb-optimizations/public/${optimization.publicLink}`;
      expect((await app.visitor().get(path).expect(403)).body.code).toBe('LINK_CLOSED');
      await app.visitor().post(`${path}/approve/services`).send({ status: 'approved' }).expect(403);
      expect((await app.visitor().get(`${path}/branding`).expect(200)).body.agency.name).toBe('GMB Moments Agency');
    });
  });
});
