import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { eventually } from '../../test/eventually.js';
import { addPasskey, SoftPasskey } from '../../test/passkeys.js';
import type { MemberView } from '../contract/auth.js';
import type { FactorsView } from '../contract/factors.js';
import type { PasskeyOptionsView, PasskeyView } from '../contract/passkeys.js';

const ORIGIN = 'http://localhost:5000';
const CONFIRM = { currentPassword: STAFF_PASSWORD };

describe('passkeys', () => {
  let app: TestApp;
  let staff: Agent;

  beforeEach(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback', PUBLIC_URL: ORIGIN });
    staff = await app.staff();
  });
  afterEach(() => app.close());

  const factors = async (agent = staff): Promise<FactorsView> => (await agent.get('/api/factors').expect(200)).body;
  const list = async (): Promise<PasskeyView[]> => (await factors()).passkeys;
  const options = async (): Promise<PasskeyOptionsView> =>
    (await app.visitor().post('/api/login/options').expect(200)).body;
  const login = (fields: object = {}, network = '203.0.113.7') =>
    app
      .visitor()
      .post('/api/login')
      .set('X-Forwarded-For', network)
      .send({ email: STAFF_EMAIL, password: STAFF_PASSWORD, ...fields });
  const signIn = (passkey: string, network = '203.0.113.7') =>
    app.visitor().post('/api/login/passkey').set('X-Forwarded-For', network).send({ passkey });

  it('are added with the password, which makes recovery codes and ends other sessions', async () => {
    const before = await login().expect(200);
    await staff.post('/api/passkeys/options').send({ currentPassword: 'wrong' }).expect(400);
    const { recoveryCodes } = await addPasskey(staff, ORIGIN);
    expect(recoveryCodes).toHaveLength(10);
    const cookie = before.get('Set-Cookie')![0]!.split(';')[0]!;
    await app.visitor().get('/api/user').set('Cookie', cookie).expect(401);
    expect(await list()).toEqual([
      { id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect((await addPasskey(staff, ORIGIN)).recoveryCodes).toEqual([]);
    expect(await factors()).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 10, isRequired: false });
  });

  it('sign in alone, and are named by browser and system without a name', async () => {
    const made = (await staff.post('/api/passkeys/options').send(CONFIRM).expect(200)).body as PasskeyOptionsView;
    const passkey = new SoftPasskey(ORIGIN);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await staff
      .post('/api/passkeys')
      .set('User-Agent', agent)
      .send({ credential: passkey.make(made) })
      .expect(200);
    const { body, headers } = await signIn(passkey.sign(await options())).expect(200);
    expect(body).toMatchObject({ email: STAFF_EMAIL });
    expect(headers['set-cookie']).toHaveLength(1);
    const [listed] = await list();
    expect(listed).toMatchObject({ name: 'Firefox on Linux', lastUsedAt: expect.any(String) });
  });

  it('are the second factor after the password, in place of a code', async () => {
    const { passkey, recoveryCodes } = await addPasskey(staff, ORIGIN);
    const asked = await login();
    expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    const { requestId: _requestId, ...said } = asked.body as { requestId: string };
    expect((await login({ password: 'a wrong password' })).body).toMatchObject(said);
    const first = passkey.sign(await options());
    const wrong = await login({ passkey: first, password: 'a wrong password' }).expect(401);
    expect(wrong.body.message).toBe('The e-mail, the password or the passkey is wrong.');
    // The wrong password did not use the answer up.
    await login({ passkey: first }).expect(200);
    await login({ passkey: first }).expect(401);
    const colleague = await addColleague(app);
    const other = await addPasskey(colleague, ORIGIN);
    await login({ passkey: other.passkey.sign(await options()) }).expect(401);
    await login({ code: recoveryCodes[0] }).expect(200);
    await login({ passkey: passkey.sign(await options()) }).expect(200);
  });

  it('are one of two factors: the codes go with the last of them', async () => {
    const { passkey } = await addPasskey(staff, ORIGIN);
    const { id } = (await list())[0]!;
    await staff.patch(`/api/passkeys/${id}`).send({ name: 'Work laptop' }).expect(200);
    expect(await list()).toMatchObject([{ name: 'Work laptop' }]);
    const colleague = await addColleague(app);
    await colleague.patch(`/api/passkeys/${id}`).send({ name: 'Mine' }).expect(404);
    await colleague.post(`/api/passkeys/${id}/remove`).send(CONFIRM).expect(404);
    await addPasskey(colleague, ORIGIN);
    const second = await addPasskey(staff, ORIGIN);
    await staff.post(`/api/passkeys/${id}/remove`).send({ currentPassword: 'wrong' }).expect(400);
    await staff.post(`/api/passkeys/${id}/remove`).send(CONFIRM).expect(204);
    await signIn(passkey.sign(await options())).expect(401);
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 10 });
    const signedIn = await signIn(second.passkey.sign(await options())).expect(200);
    await staff.put('/api/factors/requirement').send({ isRequired: true }).expect(204);
    const last = (await list())[0]!;
    const refused = await staff.post(`/api/passkeys/${last.id}/remove`).send(CONFIRM).expect(409);
    expect(refused.body.code).toBe('SECOND_FACTOR_NEEDED');
    await staff.put('/api/factors/requirement').send({ isRequired: false }).expect(204);
    await staff.post(`/api/passkeys/${last.id}/remove`).send(CONFIRM).expect(204);
    expect(await factors()).toMatchObject({ recoveryCodesLeft: 0 });
    const cookie = signedIn.get('Set-Cookie')![0]!.split(';')[0]!;
    await app.visitor().get('/api/user').set('Cookie', cookie).expect(401);
    await login().expect(200);
  });

  it('count where all need a second factor, and open a session that was to set one up', async () => {
    await addPasskey(staff, ORIGIN);
    await staff.put('/api/factors/requirement').send({ isRequired: true }).expect(204);
    const colleague = await addColleague(app);
    await colleague.get('/api/clients').expect(403);
    const { passkey, recoveryCodes } = await addPasskey(colleague, ORIGIN);
    expect(recoveryCodes).toHaveLength(10);
    await colleague.get('/api/clients').expect(200);
    const { body } = await signIn(passkey.sign(await options())).expect(200);
    expect(body).not.toHaveProperty('needsFactor');
  });

  it('are removed with the factors of a colleague', async () => {
    const colleague = await addColleague(app);
    const { passkey } = await addPasskey(colleague, ORIGIN);
    const has = async () =>
      ((await staff.get('/api/users').expect(200)).body as MemberView[]).map((member) => member.hasSecondFactor);
    expect(await has()).toEqual([false, true]);
    await staff.delete(`/api/users/${colleague.userId}/factors`).expect(204);
    expect(await has()).toEqual([false, false]);
    await colleague.get('/api/user').expect(401);
    await signIn(passkey.sign(await options())).expect(401);
  });

  it('are at most twenty', async () => {
    for (let nth = 0; nth < 19; nth += 1) await addPasskey(staff, ORIGIN);
    const [one, other] = await Promise.all(
      [0, 1].map(async () => (await staff.post('/api/passkeys/options').send(CONFIRM).expect(200)).body),
    );
    const add = (made: PasskeyOptionsView) =>
      staff.post('/api/passkeys').send({ credential: new SoftPasskey(ORIGIN).make(made) });
    await add(one as PasskeyOptionsView).expect(200);
    expect((await add(other as PasskeyOptionsView).expect(409)).body.code).toBe('TOO_MANY_PASSKEYS');
    expect((await staff.post('/api/passkeys/options').send(CONFIRM).expect(409)).body.code).toBe('TOO_MANY_PASSKEYS');
  });

  it('answer a challenge once, in all processes together', async () => {
    const { passkey } = await addPasskey(staff, ORIGIN, new SoftPasskey(ORIGIN, { counts: false }));
    const answer = passkey.sign(await options());
    const both = await Promise.all([signIn(answer), signIn(answer)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    await signIn(passkey.sign(await options())).expect(200);
    const made = (await staff.post('/api/passkeys/options').send(CONFIRM).expect(200)).body as PasskeyOptionsView;
    const credential = new SoftPasskey(ORIGIN).make(made);
    await staff.post('/api/passkeys').send({ credential }).expect(200);
    await staff.post('/api/passkeys').send({ credential }).expect(400);
    const again = (await staff.post('/api/passkeys/options').send(CONFIRM).expect(200)).body as PasskeyOptionsView;
    const known = await staff.post('/api/passkeys').send({ credential: passkey.make(again) });
    expect([known.status, known.body.code]).toEqual([409, 'PASSKEY_KNOWN']);
  });

  it('are refused where their count of signatures goes back, as that of a copy does', async () => {
    const { passkey } = await addPasskey(staff, ORIGIN);
    const statuses = [];
    for (const counter of [7, 7, 0, 8]) {
      statuses.push((await signIn(passkey.sign(await options(), { counter }))).status);
    }
    expect(statuses).toEqual([200, 401, 401, 200]);
  });

  it('are tried in vain at most ten times by a network, and twenty times by all together', async () => {
    const { passkey } = await addPasskey(staff, ORIGIN);
    const wrong = async () => passkey.sign(await options(), { isVerified: false });
    for (let nth = 0; nth < 10; nth += 1) await signIn(await wrong()).expect(401);
    await signIn(passkey.sign(await options())).expect(429);
    for (let nth = 0; nth < 10; nth += 1) await signIn(await wrong(), `203.0.113.${100 + nth}`).expect(401);
    await signIn(passkey.sign(await options()), '203.0.113.200').expect(429);
    const refused = await login({ passkey: passkey.sign(await options()) }, '203.0.113.200');
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many failed logins. Please try again in a few minutes.',
    ]);
  });

  it('stand in the audit log as they are added, used, refused and removed', async () => {
    const { passkey } = await addPasskey(staff, ORIGIN);
    await signIn(passkey.sign(await options())).expect(200);
    await login({ passkey: passkey.sign(await options()) }).expect(200);
    await signIn(passkey.sign(await options(), { isVerified: false })).expect(401);
    await staff
      .post(`/api/passkeys/${(await list())[0]!.id}/remove`)
      .send(CONFIRM)
      .expect(204);
    const noted = () =>
      app.db.query<{ action: string; said: string }[]>(
        `SELECT "action", (SELECT string_agg(value->>'to', ', ' ORDER BY key) FROM jsonb_each("changes")) AS "said"
         FROM audit ORDER BY "action", 2`,
      );
    await eventually(async () =>
      expect(await noted()).toEqual([
        { action: 'factor.added', said: 'passkey' },
        { action: 'factor.removed', said: 'passkey' },
        { action: 'user.joined', said: 'admin, all' },
        { action: 'user.sign_in_refused', said: 'passkey, passkey' },
        { action: 'user.signed_in', said: 'passkey' },
        { action: 'user.signed_in', said: 'passwordAndPasskey' },
        { action: 'user.signed_in', said: 'register' },
      ]),
    );
  });

  it('follow the main host without PUBLIC_URL', async () => {
    const here = await startApp();
    const agent = await here.staff();
    const { passkey } = await addPasskey(agent, here.url);
    const asked = (await here.visitor().post('/api/login/options').expect(200)).body as PasskeyOptionsView;
    expect(JSON.parse(asked.options)).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' });
    await here
      .visitor()
      .post('/api/login/passkey')
      .send({ passkey: passkey.sign(asked) })
      .expect(200);
    const elsewhere = await here.visitor().post('/api/login/options').set('Host', 'review.agency.example');
    expect(elsewhere.status).toBe(403);
    await here.close();
  });
});
