import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { connectLive } from '../../test/live.js';
import type { MemberView } from '../contract/auth.js';
import type { AuthenticatorKeyView, FactorsView, RecoveryCodesView } from '../contract/factors.js';

const PERIOD_MS = 30_000;
const CONFIRM = { currentPassword: STAFF_PASSWORD };
const WRONG_CODE = 'The e-mail, the password or the code is wrong.';

describe('a second factor', () => {
  let app: TestApp;
  let staff: Agent;

  beforeEach(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
  });
  afterEach(() => app.close());

  const login = (more: object = {}, network = '203.0.113.7') =>
    app
      .visitor()
      .post('/api/login')
      .set('X-Forwarded-For', network)
      .send({ email: STAFF_EMAIL, password: STAFF_PASSWORD, ...more });
  const view = async (agent = staff): Promise<FactorsView> => (await agent.get('/api/factors').expect(200)).body;

  /** Sets up an app, and answers with its codes: of now, or of so many steps from now. */
  async function enrol(agent = staff) {
    const { body } = await agent.post('/api/factors/authenticator/key').expect(200);
    const { key, secret, uri } = body as AuthenticatorKeyView;
    const codeAt = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * PERIOD_MS });
    const added = await agent.post('/api/factors/authenticator').send({ key, code: codeAt(), ...CONFIRM });
    // The code of now is left for a sign-in.
    await forgetSteps();
    return { added, codeAt, uri, codes: (added.body as RecoveryCodesView).recoveryCodes };
  }
  /** As if so much time had passed that codes are taken again. */
  const forgetSteps = () => app.db.query('UPDATE users SET "authenticatorStep" = NULL');

  it('is set up by a code, which other sessions end by, and asks for one from then on', async () => {
    const before = await login().expect(200);
    const { added, codeAt, codes, uri } = await enrol();
    expect(added.status).toBe(200);
    expect(uri).toMatch(/^otpauth:\/\/totp\/GMB%20Moments:ada%40example\.com\?.*secret=[A-Z2-7]{32}/);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    expect(await view()).toEqual({ hasAuthenticator: true, passkeys: [], recoveryCodesLeft: 10, isRequired: false });
    const cookie = before.get('Set-Cookie')![0]!.split(';')[0]!;
    expect((await app.visitor().get('/api/user').set('Cookie', cookie)).status).toBe(401);
    expect((await login()).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const { body } = await login({ code: codeAt() }).expect(200);
    expect(body).toMatchObject({ email: STAFF_EMAIL });
    expect(body).not.toHaveProperty('needsFactor');
    expect(JSON.stringify(await app.db.query('SELECT * FROM users, recovery_codes'))).not.toContain(codes[0]);
  });

  it('is not set up by a wrong code, a wrong password, or the code of another secret', async () => {
    const { body } = await staff.post('/api/factors/authenticator/key').expect(200);
    const code = new TOTP({ secret: (body as AuthenticatorKeyView).secret }).generate();
    const other = (await staff.post('/api/factors/authenticator/key').expect(200)).body as AuthenticatorKeyView;
    const add = (fields: object) =>
      staff.post('/api/factors/authenticator').send({ key: other.key, code, ...CONFIRM, ...fields });
    expect((await add({}).expect(400)).body.details[0].field).toBe('code');
    expect((await add({ currentPassword: 'wrong' }).expect(400)).body.details[0].field).toBe('currentPassword');
    expect((await add({ key: 'no id' }).expect(400)).body.details[0].field).toBe('key');
    expect(await view()).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 0 });
    await login().expect(200);
  });

  it('says neither by its answer nor by its state whether the password was right before both were given', async () => {
    const { codeAt } = await enrol();
    const answers = [
      await login(),
      await login({ password: 'a wrong password' }),
      await login({ code: '000000' }),
      await login({ password: 'a wrong password', code: '000000' }),
      await login({ password: 'a wrong password', code: codeAt() }),
    ];
    const said = answers.map(({ status, body }) => [status, body.code, body.message]);
    expect(said[1]).toEqual(said[0]);
    expect(said.slice(2)).toEqual([2, 3, 4].map(() => [401, 'WRONG_CREDENTIALS', WRONG_CODE]));
    // The wrong password did not use the code up.
    await login({ code: codeAt() }).expect(200);
    const others = [{ email: 'nobody@example.com' }, { email: 'nobody@example.com', code: '000000' }];
    expect((await Promise.all(others.map((one) => login(one)))).map(({ body }) => body.code)).toEqual([
      'WRONG_CREDENTIALS',
      'WRONG_CREDENTIALS',
    ]);
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('takes the code of %d steps from now: %d', async (steps, status) => {
    const { codeAt } = await enrol();
    const step = () => Math.floor(Date.now() / PERIOD_MS);
    let [begun, answer] = [step(), await login({ code: codeAt(steps) })];
    // The next step may have begun before the answer.
    while (begun !== step()) {
      await forgetSteps();
      [begun, answer] = [step(), await login({ code: codeAt(steps) })];
    }
    expect(answer.status).toBe(status);
  });

  it('takes no code twice, nor an earlier one, also of two sign-ins at once', async () => {
    const { codeAt } = await enrol();
    const code = codeAt();
    const both = await Promise.all([login({ code }), login({ code })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    await login({ code }).expect(401);
    await login({ code: codeAt(-1) }).expect(401);
    await login({ code: codeAt(1) }).expect(200);
  });

  it('is replaced by a recovery code, each of them once and however it is written, until new ones are made', async () => {
    const { codes } = await enrol();
    await login({ code: codes[0]!.replaceAll('-', ' ').toUpperCase() }).expect(200);
    await login({ code: codes[0] }).expect(401);
    expect(await view()).toMatchObject({ recoveryCodesLeft: 9 });
    await staff.post('/api/factors/recovery-codes').send({ currentPassword: 'wrong' }).expect(400);
    const { body } = await staff.post('/api/factors/recovery-codes').send(CONFIRM).expect(200);
    const [renewed] = (body as RecoveryCodesView).recoveryCodes;
    await login({ code: codes[1] }).expect(401);
    await login({ code: renewed }).expect(200);
  });

  it('is given up with the password; its codes end with it', async () => {
    const { codes } = await enrol();
    await staff.post('/api/factors/authenticator/remove').send({ currentPassword: 'wrong' }).expect(400);
    await staff.post('/api/factors/authenticator/remove').send(CONFIRM).expect(204);
    expect(await view()).toEqual({ hasAuthenticator: false, passkeys: [], recoveryCodesLeft: 0, isRequired: false });
    await login().expect(200);
    await enrol();
    await login({ code: codes[0] }).expect(401);
    const none = await addColleague(app);
    expect((await none.post('/api/factors/recovery-codes').send(CONFIRM).expect(409)).body.code).toBe(
      'NO_SECOND_FACTOR',
    );
  });

  it('is guessed at most ten times by a network, and twenty times by all together', async () => {
    const { codes, codeAt } = await enrol();
    for (let guess = 0; guess < 10; guess += 1) await login({ code: '000000' }).expect(401);
    expect((await login({ code: codes[0] }).expect(429)).get('Retry-After')).toBeDefined();
    for (let guess = 0; guess < 10; guess += 1) await login({ code: '000000' }, `203.0.113.${100 + guess}`).expect(401);
    await login({ code: codes[0] }, '203.0.113.200').expect(429);
    // From a network where the owner signed in before, the wrong codes of others do not lock the owner out.
    await app.db.query('DELETE FROM rate_limits');
    await login({ code: codeAt() }, '198.51.100.1').expect(200);
    for (let guess = 0; guess < 21; guess += 1) await login({ code: '000000' }, `203.0.113.${100 + guess}`);
    await login({ code: codes[0] }, '203.0.113.200').expect(429);
    await login({ code: codes[0] }, '198.51.100.1').expect(200);
  });

  it('stays when a link replaces the password', async () => {
    await enrol();
    const [{ id }] = await app.db.query<[{ id: string }]>('SELECT "id" FROM users');
    const { issueLink, addressOf } = await import('../password-links/issue-link.js');
    const { SignedTokens } = await import('../platform/tokens/signed-tokens.js');
    const tokens = new SignedTokens('of this test');
    const reset = { kind: 'reset', email: STAFF_EMAIL, userId: id, origin: 'https://staff.example' } as const;
    const link = await app.db.transaction((manager) => issueLink(manager, tokens, reset));
    const [, token] = addressOf(tokens, link)!.split('#');
    const answer = await app
      .visitor()
      .post('/api/password-links/use')
      .send({ token, password: 'a quite new password' });
    expect([answer.status, answer.body.code, answer.get('Set-Cookie')]).toEqual([
      401,
      'SECOND_FACTOR_REQUIRED',
      undefined,
    ]);
    expect(answer.body.message).toMatch(/^Your new password is saved\./);
    await login({ password: 'a quite new password' }).expect(401);
  });

  describe('that all need', () => {
    const require = (isRequired: boolean, agent = staff) => agent.put('/api/factors/requirement').send({ isRequired });

    it('is required only by an admin who has one, and signs those out who have none', async () => {
      const colleague = await addColleague(app);
      expect((await require(true).expect(409)).body.code).toBe('NO_SECOND_FACTOR');
      await enrol();
      await require(true).expect(204);
      expect(await view()).toMatchObject({ isRequired: true });
      await colleague.get('/api/user').expect(401);
      const viewer = await addColleague(app, { role: 'viewer' });
      await require(false, viewer).expect(403);
      expect((await staff.post('/api/factors/authenticator/remove').send(CONFIRM).expect(409)).body.code).toBe(
        'SECOND_FACTOR_NEEDED',
      );
      await require(false).expect(204);
      await staff.post('/api/factors/authenticator/remove').send(CONFIRM).expect(204);
    });

    it('is set up at the next sign-in, before anything else', async () => {
      await enrol();
      await require(true).expect(204);
      const colleague = await addColleague(app);
      expect((await colleague.get('/api/user').expect(200)).body).toMatchObject({ needsFactor: true });
      for (const path of ['/api/clients', '/api/users', '/api/sessions', '/api/settings']) {
        expect((await colleague.get(path).expect(403)).body.code).toBe('SECOND_FACTOR_MISSING');
      }
      await colleague.post('/api/register').send({ email: 'x@example.com', password: STAFF_PASSWORD }).expect(403);
      await expect(connectLive(app, { Cookie: colleague.cookie })).rejects.toThrow('Please sign in');
      const { added } = await enrol(colleague);
      expect((added.body as RecoveryCodesView).recoveryCodes).toHaveLength(10);
      await colleague.get('/api/clients').expect(200);
      expect((await colleague.get('/api/user').expect(200)).body).not.toHaveProperty('needsFactor');
      const live = await connectLive(app, { Cookie: colleague.cookie });
      live.socket.disconnect();
    });
  });

  it('is removed by an admin for a colleague who lost it, which signs them out', async () => {
    const colleague = await addColleague(app);
    await enrol(colleague);
    const { email } = (await colleague.get('/api/user').expect(200)).body as { email: string };
    expect((await login({ email })).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const factors = async (agent: Agent) =>
      ((await agent.get('/api/users').expect(200)).body as MemberView[]).map((member) => member.hasSecondFactor);
    expect(await factors(staff)).toEqual([false, true]);
    const [own] = (await staff.get('/api/users').expect(200)).body as [{ id: string }];
    await staff.delete(`/api/users/${own.id}/factors`).expect(409);
    const viewer = await addColleague(app, { role: 'viewer' });
    await viewer.delete(`/api/users/${colleague.userId}/factors`).expect(403);
    expect(await factors(viewer)).toEqual([null, null, null]);
    await staff.delete(`/api/users/${colleague.userId}/factors`).expect(204);
    expect(await factors(staff)).toEqual([false, false, false]);
    await colleague.get('/api/user').expect(401);
    await login({ email }).expect(200);
  });
});
