import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency } from '../../test/factories.js';
import { declineAt, signInAt, startProvider, type TestProvider } from '../../test/oidc-provider.js';

describe('single sign-on', () => {
  let provider: TestProvider;
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    provider = await startProvider();
    const env = { ...provider.env, OIDC_NAME: 'Sign in with Okta', OIDC_DOMAINS: 'allowed.example' };
    app = await startApp(env);
    staff = await app.staff();
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const begin = async (agent: Agent, to?: string): Promise<string> =>
    (await agent.post('/api/single-sign-on/begin').send({ to }).expect(200)).body.address as string;
  const finish = (agent: Agent, query: string) => agent.post('/api/single-sign-on/finish').send({ query });
  /** Goes to the provider and back, in a browser of their own. */
  async function comeIn(login: string, to?: string) {
    const agent = app.visitor();
    const query = await signInAt(await begin(agent, to), login);
    return { agent, query, answer: await finish(agent, query) };
  }
  const add = (email: string) =>
    staff.post('/api/register').send({ email, password: 'another long password', role: 'editor' }).expect(201);

  it('is named where staff sign in, and nowhere else', async () => {
    const { body } = await app.visitor().get('/api/branding').expect(200);
    expect(body.singleSignOn).toEqual({ name: 'Sign in with Okta', isOnly: false });
    const elsewhere = await app.visitor().get('/api/branding').set('Host', 'review.bloom.example').expect(200);
    expect(elsewhere.body).not.toHaveProperty('singleSignOn');
    for (const path of ['begin', 'finish', 'logout']) {
      const refused = app.visitor().post(`/api/single-sign-on/${path}`).set('Host', 'review.bloom.example');
      expect((await refused.send({ query: '?state=x' }).expect(403)).body.code).toBe('ADMIN_ON_AGENCY_DOMAIN');
    }
  });

  it('asks the provider for a code, with state, nonce and PKCE, and keeps the browser in a cookie', async () => {
    const answer = await app.visitor().post('/api/single-sign-on/begin').send({}).expect(200);
    const { origin, searchParams } = new URL(answer.body.address as string);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: provider.env.OIDC_CLIENT_ID,
      redirect_uri: `${app.url}/login`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(answer.get('Set-Cookie')).toEqual([
      expect.stringMatching(
        /^gmb\.sso=[\w-]{43}; Max-Age=900; Path=\/api\/single-sign-on; .*HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it('leads back to the main host at which it began, also behind a proxy that names another one', async () => {
    const request = app.visitor().post('/api/single-sign-on/begin').set('Sec-Fetch-Site', 'same-origin');
    const ours = await request.set('Origin', 'https://localhost:8443').send({}).expect(200);
    expect(new URL(ours.body.address as string).searchParams.get('redirect_uri')).toBe('https://localhost:8443/login');
    const agency = app.visitor().post('/api/single-sign-on/begin').set('Sec-Fetch-Site', 'same-origin');
    const other = await agency.set('Origin', 'https://evil.example').send({}).expect(200);
    expect(new URL(other.body.address as string).searchParams.get('redirect_uri')).toBe(`${app.url}/login`);
  });

  it('signs in a member of staff by the verified e-mail, and later by who they are at the provider', async () => {
    const { id } = (await add('grace@example.com')).body as { id: string };
    const { agent, answer } = await comeIn('Grace@example.com', '/clients?page=2#top');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      to: '/clients?page=2#top',
      user: { id, role: 'editor', bySingleSignOn: true },
    });
    expect((await agent.get('/api/user').expect(200)).body).toMatchObject({ id, bySingleSignOn: true });
    expect((await agent.get('/api/sessions').expect(200)).body).toMatchObject([{ bySingleSignOn: true }]);
    provider.people.set('Grace@example.com', { email: 'married@example.com', email_verified: true });
    expect((await comeIn('Grace@example.com')).answer.body.user.id).toBe(id);
    // The product knows her by the address of before, which somebody else at the provider may have by now.
    provider.people.set('other grace', { email: 'grace@example.com', email_verified: true });
    const other = await comeIn('other grace');
    expect([other.answer.status, other.answer.body.code]).toEqual([403, 'LINKED_TO_ANOTHER']);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'opens the dashboard and not %j',
    async (to) => {
      expect((await comeIn('new@allowed.example', to)).answer.body.to).toBe('/');
    },
  );

  it('adds people of an allowed domain, as viewers who see no client yet', async () => {
    provider.people.set('ned', { email: 'Ned@Allowed.example', email_verified: true, name: 'Ned\nNewman' });
    const { answer } = await comeIn('ned');
    expect(answer.body.user).toMatchObject({ email: 'ned@allowed.example', name: 'Ned Newman', role: 'viewer' });
    expect(answer.body.user.scope).toEqual({ agencies: [], clients: [], hidden: 0 });
  });

  it.each([
    ['no account and another domain', { email: 'eve@example.com', email_verified: true }, 'NOT_A_MEMBER'],
    [
      'a domain that ends like an allowed one',
      { email: 'eve@notallowed.example', email_verified: true },
      'NOT_A_MEMBER',
    ],
    ['an e-mail that is not verified', { email: 'ada@example.com', email_verified: false }, 'EMAIL_NOT_VERIFIED'],
    ['an e-mail of which it is not said', { email: 'ada@example.com' }, 'EMAIL_NOT_VERIFIED'],
    ['no e-mail', { name: 'Ada' }, 'EMAIL_NOT_VERIFIED'],
    ['what is no e-mail', { email: 'ada', email_verified: true }, 'EMAIL_NOT_VERIFIED'],
  ])('refuses %s', async (what, person, code) => {
    provider.people.set(what, person);
    const { agent, answer } = await comeIn(what);
    expect([answer.status, answer.body.code]).toEqual([403, code]);
    await agent.get('/api/user').expect(401);
  });

  it('gives the invited what their invitation says, which ends', async () => {
    const { id } = (await createAgency(staff)) as { id: string };
    const scope = { agencyIds: [id], clientIds: [] };
    const invited = { email: 'ivy@elsewhere.example', name: 'Ivy', role: 'manager', scope };
    await staff.post('/api/invitations').send(invited).expect(201);
    const { answer } = await comeIn('ivy@elsewhere.example');
    expect(answer.body.user).toMatchObject({ name: 'Ivy', role: 'manager', scope: { agencies: [{ id }] } });
    expect((await staff.get('/api/invitations').expect(200)).body).toEqual([]);
  });

  it('refuses who was removed, until they are added again', async () => {
    const first = await comeIn('rob@allowed.example');
    await staff.delete(`/api/users/${first.answer.body.user.id}`).expect(204);
    await first.agent.get('/api/user').expect(401);
    expect((await comeIn('rob@allowed.example')).answer.body.code).toBe('REMOVED_FROM_TEAM');
    provider.people.set('rob@allowed.example', { email: 'bob@allowed.example', email_verified: true });
    expect((await comeIn('rob@allowed.example')).answer.body.code).toBe('REMOVED_FROM_TEAM');
    provider.people.delete('rob@allowed.example');
    const again = (await add('rob@allowed.example')).body as { id: string };
    expect((await comeIn('rob@allowed.example')).answer.body.user.id).toBe(again.id);
  });

  it('refuses who was removed before they ever came by the provider', async () => {
    const { id } = (await add('pam@allowed.example')).body as { id: string };
    await staff.delete(`/api/users/${id}`).expect(204);
    expect((await comeIn('pam@allowed.example')).answer.body.code).toBe('REMOVED_FROM_TEAM');
  });

  it('takes an answer once, and only in the browser that began', async () => {
    const agent = app.visitor();
    const query = await signInAt(await begin(agent), 'new@allowed.example');
    const stranger = app.visitor();
    await begin(stranger);
    for (const other of [app.visitor(), stranger]) {
      expect((await finish(other, query).expect(409)).body.code).toBe('SIGN_IN_EXPIRED');
    }
    await finish(agent, query).expect(200);
    expect((await finish(agent, query).expect(409)).body.code).toBe('SIGN_IN_EXPIRED');
    await agent.get('/api/user').expect(200);
  });

  it.each(['?code=abc', '?code=abc&state=', `?code=abc&state=${'x'.repeat(43)}`, 'state=\u0000', '?state=a&state=b'])(
    'refuses %j, which no sign-in began',
    async (query) => {
      const agent = app.visitor();
      await begin(agent);
      const { status, body } = await finish(agent, query);
      expect([409, 400]).toContain(status);
      expect(['SIGN_IN_EXPIRED', 'VALIDATION_FAILED']).toContain(body.code);
    },
  );

  it('refuses an answer that comes too late', async () => {
    const agent = app.visitor();
    const query = await signInAt(await begin(agent), 'new@allowed.example');
    await app.db.query(`UPDATE sign_in_attempts SET "expiresAt" = now() - interval '1 second'`);
    expect((await finish(agent, query).expect(409)).body.code).toBe('SIGN_IN_EXPIRED');
  });

  it('lets two tabs of a browser sign in side by side', async () => {
    const agent = app.visitor();
    const [first, second] = [await begin(agent, '/clients'), await begin(agent, '/agencies')];
    const answers = [await signInAt(first, 'new@allowed.example'), await signInAt(second, 'new@allowed.example')];
    expect((await finish(agent, answers[0]!).expect(200)).body.to).toBe('/clients');
    expect((await finish(agent, answers[1]!).expect(200)).body.to).toBe('/agencies');
  });

  it('says in own words that a sign-in was cancelled, or that the code is none', async () => {
    const agent = app.visitor();
    const declined = await finish(agent, await declineAt(await begin(agent))).expect(403);
    expect(declined.body.code).toBe('SIGN_IN_CANCELLED');
    expect(declined.body.message).toBe('The sign-in was cancelled, or the provider does not let you use this product.');
    const query = new URLSearchParams(await signInAt(await begin(agent), 'new@allowed.example'));
    query.set('code', 'made-up');
    expect((await finish(agent, `?${query}`).expect(502)).body.code).toBe('PROVIDER_REFUSED');
  });

  it('takes an answer at another process than the one where it began', async () => {
    const env = { ...provider.env, DATA_DIR: app.dataDir };
    const other = await startApp(env, { url: app.databaseUrl, drop: async () => undefined });
    try {
      const begun = await app.visitor().post('/api/single-sign-on/begin').send({}).expect(200);
      const query = await signInAt(begun.body.address as string, 'new@allowed.example');
      const [cookie] = begun.get('Set-Cookie')!;
      const answer = await finish(other.visitor().set('Cookie', cookie!.split(';')[0]!) as Agent, query).expect(200);
      expect(answer.body.user.email).toBe('new@allowed.example');
    } finally {
      await other.close();
    }
  });

  it('ends the session here, and says where the one at the provider ends', async () => {
    const { agent } = await comeIn('new@allowed.example');
    const { address } = (await agent.post('/api/single-sign-on/logout').expect(200)).body as { address: string };
    const { origin, searchParams } = new URL(address);
    expect(origin).toBe(provider.issuer);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/login`);
    expect(searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await fetch(address)).status).toBe(200);
    await agent.get('/api/user').expect(401);
    expect((await agent.post('/api/single-sign-on/logout').expect(200)).body).toEqual({ address: null });
  });
});

describe('a provider that does not answer', () => {
  it('leaves everything else alone, and is asked again at the next sign-in', async () => {
    const provider = await startProvider();
    await provider.shut();
    const app = await startApp(provider.env);
    try {
      const staff = await app.staff();
      const begin = (agent: Agent) => agent.post('/api/single-sign-on/begin').send({});
      const refused = await begin(app.visitor()).expect(503);
      expect(refused.body).toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        message: 'The provider of single sign-on does not answer. Please try again in a minute.',
      });
      await staff.get('/api/user').expect(200);
      await provider.open();
      const agent = app.visitor();
      const query = await signInAt((await begin(agent).expect(200)).body.address as string, 'ada@example.com');
      const late = app.visitor();
      const lateQuery = await signInAt((await begin(late).expect(200)).body.address as string, 'ada@example.com');
      await agent.post('/api/single-sign-on/finish').send({ query }).expect(200);
      await provider.shut();
      await begin(app.visitor()).expect(200);
      const failed = await late.post('/api/single-sign-on/finish').send({ query: lateQuery }).expect(503);
      expect(failed.body.code).toBe('PROVIDER_UNAVAILABLE');
      await agent.get('/api/user').expect(200);
      await agent.post('/api/single-sign-on/logout').expect(200);
      await agent.get('/api/user').expect(401);
    } finally {
      await app.close();
      await provider.close();
    }
  });
});

it('is not there without a provider', async () => {
  const app = await startApp();
  expect((await app.visitor().get('/api/branding')).body).not.toHaveProperty('singleSignOn');
  for (const [path, body] of [
    ['begin', {}],
    ['finish', { query: '?state=x' }],
  ] as const) {
    const { status } = await app.visitor().post(`/api/single-sign-on/${path}`).send(body);
    expect([404, 409]).toContain(status);
  }
  await app.close();
});
