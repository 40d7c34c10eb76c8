import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import {
  createAgency,
  createClient,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { connectLive, waitForEvent, type Live } from '../../test/live.js';
import type { ClientView } from '../contract/clients.js';
import type { LinkView, SharingView } from '../contract/links.js';
import type { ReviewerView } from '../contract/reviewers.js';

describe('links of reviewers', () => {
  let app: TestApp;
  let staff: Agent;
  let client: ClientView;
  const connections: Live[] = [];

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    client = await createClient(staff, { business: 'Harbor Dental' });
  });
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.disconnect();
  });
  afterAll(() => app.close());

  const addReviewer = async (fields: object = {}, of = client): Promise<ReviewerView> =>
    (
      await staff
        .post(`/api/clients/${of.id}/reviewers`)
        .send({ name: 'Maria Lopez', ...fields })
        .expect(201)
    ).body;

  const shareWithNew = (path: string, options: object = {}) => createReviewLink(staff, path, client.id, { ...options });
  const tokenIn = ({ address }: LinkView): string => address!.split('/r/')[1]!;

  /** A browser that came by this link. */
  const visit = (token: string, cookie = '') => {
    const headers = { 'Review-Link': token, ...(cookie && { Cookie: cookie }) };
    const visitor = app.visitor();
    return {
      get: (path: string) => visitor.get(path).set(headers),
      post: (path: string, body: object = {}) => visitor.post(path).set(headers).send(body),
    };
  };
  const watch = async (request: object): Promise<Live> => {
    const live = await connectLive(app);
    live.socket.io.reconnection(false);
    connections.push(live);
    expect(await live.watch(request)).toEqual({ ok: true });
    return live;
  };
  const ended = ({ socket }: Live): Promise<void> => eventually(() => expect(socket.connected).toBe(false));
  const historyOf = async (momentId: string) => (await staff.get(`/api/moments/${momentId}/history`).expect(200)).body;

  describe('reviewers', () => {
    it('are added, changed and removed', async () => {
      const reviewer = await addReviewer({ email: 'Maria@Harbor.example', language: 'fr', timeZone: 'Europe/Paris' });
      expect(reviewer).toMatchObject({ name: 'Maria Lopez', email: 'maria@harbor.example', language: 'fr' });
      const path = `/api/reviewers/${reviewer.id}`;
      const { body } = await staff.patch(path).send({ name: 'Maria Ruiz', email: '' }).expect(200);
      expect(body).toEqual({ ...reviewer, name: 'Maria Ruiz', email: '' });
      await staff.delete(path).expect(204);
      await staff.patch(path).send({ name: 'Nobody' }).expect(404);
      expect((await staff.get(`/api/clients/${client.id}/reviewers`).expect(200)).body).toEqual([]);
    });

    it('are listed with when they were last seen, and how many of their links open', async () => {
      const one = await createClient(staff);
      const { moment } = await createMomentWithImages(staff, 1, { clientId: one.id });
      const maria = await addReviewer({}, one);
      const listed = async () => (await staff.get(`/api/clients/${one.id}/reviewers`).expect(200)).body;
      expect(await listed()).toEqual([{ ...maria, lastSeenAt: null, openLinks: 0 }]);
      const reviewers = [{ reviewerId: maria.id }];
      await staff.post(`/api/moments/${moment.id}/links`).send({ reviewers }).expect(200);
      const { links }: SharingView = (await staff.post(`/api/clients/${one.id}/links`).send({ reviewers }).expect(200))
        .body;
      await visit(tokenIn(links[0]!)).post('/api/review-link/opened').expect(204);
      expect(await listed()).toMatchObject([{ lastSeenAt: expect.any(String), openLinks: 2 }]);
      await staff.post(`/api/links/${links[0]!.id}/revoke`).expect(200);
      expect(await listed()).toMatchObject([{ lastSeenAt: expect.any(String), openLinks: 1 }]);
    });

    it('have an address of their own within a client', async () => {
      const [one, other] = [await createClient(staff), await createClient(staff)];
      await addReviewer({ email: 'ana@bloom.example' }, one);
      await addReviewer({ email: 'ana@bloom.example' }, other);
      const again = { name: 'Ana Ruiz', email: 'ANA@bloom.example' };
      const { body } = await staff.post(`/api/clients/${one.id}/reviewers`).send(again).expect(409);
      expect(body).toMatchObject({ code: 'EMAIL_TAKEN', details: [{ field: 'email' }] });
      await addReviewer({ name: 'Without an address' }, one);
      await addReviewer({ name: 'Without one either' }, one);
    });

    it.each([
      [{ name: '' }, 'name'],
      [{ email: 'no address' }, 'email'],
      [{ email: 'a@b.example\r\nBcc: all@example.com' }, 'email'],
      [{ language: 'xx' }, 'language'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    ])('refuse %j', async (fields, field) => {
      const { body } = await staff.post(`/api/clients/${client.id}/reviewers`).send({ name: 'Ana', ...fields });
      expect(body).toMatchObject({ statusCode: 400, details: [{ field }] });
    });
  });

  it('lead to one moment, and name the reviewer in decisions and history', async () => {
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
      { action: 'moment.shared' },
      { action: 'link.sent', changes: { reviewers: { to: 'Maria Lopez' } } },
      ...Array.from({ length: 3 }, () => expect.anything()),
    ]);
  });

  it('let nobody take back the decision of another reviewer', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    // Two reviewers of the same name are two people.
    const [one, other] = [await shareWithNew(`moments/${moment.id}`), await shareWithNew(`moments/${moment.id}`)];
    const path = `/api/images/${images[0]!.id}`;
    await visit(one.token).post(`${path}/approve`).expect(200);
    expect((await visit(other.token).post(`${path}/decision/undo`).expect(409)).body.code).toBe('DECISION_FINAL');
    await app.visitor().post(`${path}/decision/undo`).expect(409);
    await visit(one.token).post(`${path}/decision/undo`).expect(200);
  });

  it('lead nowhere else', async () => {
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

  it('lead to an optimization, whose open link they do not tell', async () => {
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

  it('lead to all that was shared with the client, and only to that', async () => {
    const own = await createClient(staff, { business: 'Summit Yoga' });
    const shared = await createMomentWithImages(staff, 2, { clientId: own.id, title: 'Opening day' });
    const draft = await createMomentWithImages(staff, 1, { clientId: own.id, title: 'Not shown yet' });
    const foreign = await createMomentWithImages(staff, 1, { clientId: client.id });
    for (const { moment } of [shared, foreign]) await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    const reviewer = await addReviewer({ name: 'Ines Roth' }, own);
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

  it('may only look where staff say so', async () => {
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

  it('ask for their passcode once on each device', async () => {
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
    expect(await (await connectLiveOnce()).watch({ momentId: moment.id, reviewLink: token })).toEqual({ ok: false });
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

  it('take ten wrong passcodes from a network, then none for a while', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token } = await shareWithNew(`moments/${moment.id}`, { passcode: 'tulips' });
    const guess = (passcode: string) => visit(token).post('/api/review-link/passcode', { passcode });
    for (let count = 0; count < 10; count += 1) await guess(`guess ${count}`).expect(403);
    const { body, headers } = await guess('tulips').expect(429);
    expect(body.message).toContain('passcodes');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('end at their time, with the connections that watch by them', async () => {
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

  it('are closed at once where they are revoked, and can be restored', async () => {
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
    await staff.post(`/api/links/${link.id}/restore`).expect(200);
    await maria.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    expect((await historyOf(moment.id)).slice(1, 3)).toMatchObject([
      { action: 'link.restored', changes: { reviewers: { to: 'Maria Lopez' } } },
      { action: 'link.revoked' },
    ]);
  });

  it('end with their reviewer, whose decisions stay', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { token, reviewer } = await shareWithNew(`moments/${moment.id}`);
    await visit(token).post(`/api/images/${images[0]!.id}/approve`).expect(200);
    const live = await watch({ momentId: moment.id, reviewLink: token });
    await staff.delete(`/api/reviewers/${reviewer.id}`).expect(204);
    await ended(live);
    await visit(token).get(`/api/public/${moment.id}`).expect(404);
    expect((await historyOf(moment.id))[0]).toMatchObject({ action: 'image.approved', actorName: 'Maria Lopez' });
  });

  it('stay as they are when they are shared again, and open where they were revoked', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { link, reviewer } = await shareWithNew(`moments/${moment.id}`, { mayDecide: false });
    await staff.post(`/api/links/${link.id}/revoke`).expect(200);
    const body = { reviewers: [{ reviewerId: reviewer.id }] };
    const { links } = (await staff.post(`/api/moments/${moment.id}/links`).send(body).expect(200)).body as SharingView;
    expect(links).toMatchObject([{ id: link.id, address: link.address, state: 'open', mayDecide: false }]);
  });

  it('are given to reviewers of the client alone', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const foreign = await addReviewer({}, await createClient(staff));
    const body = { reviewers: [{ reviewerId: foreign.id }] };
    const refused = await staff.post(`/api/moments/${moment.id}/links`).send(body).expect(400);
    expect(refused.body.details).toEqual([
      { field: 'reviewers', message: 'reviewers must be reviewers of this client' },
    ]);
  });

  it('are one for each reviewer, also where staff share twice at once', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const reviewer = await addReviewer();
    const body = { reviewers: [{ reviewerId: reviewer.id }] };
    const share = () => staff.post(`/api/moments/${moment.id}/links`).send(body);
    const answers = await Promise.all([share(), share(), share()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { links } = (await staff.get(`/api/moments/${moment.id}/sharing`).expect(200)).body as SharingView;
    expect(links).toHaveLength(1);
  });

  it('lead nowhere once their moment was moved to another client, and their connections end', async () => {
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

  it('lead nowhere once their optimization was given another client', async () => {
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    const { token } = await shareWithNew(`gmb-optimizations/${optimization.id}`);
    await app.db.query('UPDATE gmb_optimizations SET "clientId" = $1 WHERE id = $2', [
      (await createClient(staff)).id,
      optimization.id,
    ]);
    const { status } = await visit(token).get(`/api/gmb-optimizations/public/${optimization.id}`);
    expect(status).toBe(404);
  });

  it('have the address of the agency’s verified domain, and open there', async () => {
    const agency = await createAgency(staff, { customDomain: 'review.north.example' });
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    const own = await createClient(staff, { agencyId: agency.id });
    const { moment } = await createMomentWithImages(staff, 1, { clientId: own.id });
    const reviewer = await addReviewer({}, own);
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
  ])('refuse to end at %s: %s', async (expiresAt) => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { link } = await shareWithNew(`moments/${moment.id}`);
    const { body } = await staff.patch(`/api/links/${link.id}`).send({ expiresAt });
    expect(body).toMatchObject({ statusCode: 400, details: [{ field: 'expiresAt' }] });
  });

  it('have no reminders of a moment’s own, and no day for a whole client', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const refused = [
      await staff.patch(`/api/moments/${moment.id}/sharing`).send({ reminderDays: [1] }),
      await staff.patch(`/api/moments/${moment.id}/sharing`).send({ reminderText: 'Please look' }),
      await staff.patch(`/api/clients/${client.id}/sharing`).send({ dueOn: '2027-01-31' }),
      await staff.post(`/api/clients/${client.id}/links`).send({
        reviewers: [{ reviewerId: (await addReviewer()).id }],
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

  describe('the open link', () => {
    it.each(['moments', 'clients'] as const)('is closed and opened for %s', async (subject) => {
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

    it('is closed for an optimization, whose page keeps its brand', async () => {
      const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
      await staff.patch(`/api/gmb-optimizations/${optimization.id}/sharing`).send({ openLink: false }).expect(200);
      const path = `/api/gmb-optimizations/public/${optimization.publicLink}`;
      expect((await app.visitor().get(path).expect(403)).body.code).toBe('LINK_CLOSED');
      await app.visitor().post(`${path}/approve/services`).send({ status: 'approved' }).expect(403);
      expect((await app.visitor().get(`${path}/branding`).expect(200)).body.agency.name).toBe('GMB Moments Agency');
    });
  });

  const connectLiveOnce = async (): Promise<Live> => {
    const live = await connectLive(app);
    connections.push(live);
    return live;
  };
});
