import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, STAFF_EMAIL, STAFF_PASSWORD, type Agent, type TestApp } from '../../test/app.js';
import { createKey, program } from '../../test/api-keys.js';
import { createMomentWithImages } from '../../test/factories.js';
import { connectLive, sessionCookie } from '../../test/live.js';
import { speak } from '../../test/raw-socket.js';
import { handshake } from '../../test/raw-websocket.js';
import type { NewApiKeyView } from '../contract/api-keys.js';
import { LIMITS } from '../platform/limits/limits.js';

describe('a request by an API key', () => {
  let app: TestApp;
  let staff: Agent;
  let key: NewApiKeyView;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
    key = await createKey(staff);
  });
  afterAll(() => app.close());

  const ask = (authorization: string) => app.visitor().get('/api/moments').set('Authorization', authorization);

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('may write the scheme as %s', async (scheme) => {
    expect((await ask(`${scheme} ${key.token}`)).status).toBe(200);
  });

  it.each([
    ['without a scheme', () => key.token],
    ['by another scheme', () => `Token ${key.token}`],
    ['cut off', () => `Bearer ${key.token.slice(0, -1)}`],
    ['with more behind it', () => `Bearer ${key.token}x`],
    ['with another one behind it', () => `Bearer ${key.token}, Bearer ${key.token}`],
    ['in another case', () => `Bearer GMB_${key.token.slice(4)} gmb_`],
    ['of 10,000 characters', () => `Bearer gmb_${'x'.repeat(10_000)}`],
    ['that was never made', () => `Bearer gmb_${'x'.repeat(43)}`],
  ])('is refused with 401 where the key is sent %s', async (_how, authorization) => {
    const { body, headers } = await ask(authorization()).expect(401);
    expect(body.code).toBe('API_KEY_INVALID');
    expect(headers['www-authenticate']).toMatch(/^Bearer realm=/);
  });

  it('has one header Authorization alone', async () => {
    const line = `Authorization: Bearer ${key.token}\r\n`;
    const both = `GET /api/moments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    for (const other of [line, 'Authorization: Basic eDp5\r\n', `Authorization: Bearer gmb_${'x'.repeat(43)}\r\n`]) {
      const answers = [
        await speak(app.url, `${both}${line}${other}\r\n`),
        await speak(app.url, `${both}${other}${line}\r\n`),
      ];
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400[^]*Authorization must be sent once/);
    }
  });

  it('has the key in the header, and nowhere else', async () => {
    const agent = () => app.visitor();
    const names = ['access_token', 'api_key', 'token', 'key'];
    const answers = await Promise.all([
      ...names.map((name) =>
        agent()
          .get('/api/moments')
          .query({ [name]: key.token }),
      ),
      agent().post('/api/moments').send({ title: 'x', access_token: key.token }),
      agent().get('/api/moments').set('X-Api-Key', key.token),
      agent().get('/api/moments').auth('x', key.token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  });

  it('leaves alone credentials that are no key, as proxies in front add them', async () => {
    const cookie = await sessionCookie(app);
    for (const authorization of ['Basic eDp5', 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x']) {
      await app.visitor().get('/api/moments').set({ Authorization: authorization, Cookie: cookie }).expect(200);
      expect((await ask(authorization).expect(401)).body.code).toBe('NOT_SIGNED_IN');
    }
  });

  it('has no cookie of a session beside it', async () => {
    const Cookie = await sessionCookie(app);
    const { body } = await ask(`Bearer ${key.token}`).set('Cookie', Cookie).expect(400);
    expect(body.message).toBe(
      'The cookie of a session must not be sent beside an API key: only one of them can say who asks',
    );
    await ask(`Bearer ${key.token}`).set('Cookie', 'lb=node-1').expect(200);
  });

  it('is no session, and sets no cookie', async () => {
    const answer = await program(app, key).get('/api/moments').expect(200);
    expect(answer.get('Set-Cookie')).toBeUndefined();
  });

  it('may come from anywhere, as no browser sends a key by itself, but no site is let in', async () => {
    const headers = { Origin: 'https://other.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await program(app, key).post('/api/clients').set(headers).send({ business: 'Bloom' }).expect(201);
    expect(answer.get('Access-Control-Allow-Origin')).toBeUndefined();
    const preflight = await app
      .visitor()
      .options('/api/clients')
      .set(headers)
      .set('Access-Control-Request-Method', 'POST');
    expect(preflight.get('Access-Control-Allow-Headers')).toBeUndefined();
  });

  it('is refused at the domains of agencies, public routes included', async () => {
    for (const path of ['/api/moments', '/api/branding', '/api/history']) {
      const away = program(app, key).get(path).set('X-Forwarded-Host', 'review.bloom.example');
      expect((await away.expect(403)).body.code).toBe('ADMIN_ON_AGENCY_DOMAIN');
    }
  });

  it('is for no person’s account, sign-in, team, settings or keys', async () => {
    const agent = program(app, key);
    const account = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
    const calls = [
      agent.get('/api/user'),
      agent.post('/api/user/password').send({ currentPassword: 'x', newPassword: 'a long password' }),
      agent.get('/api/user/notifications'),
      agent.get('/api/notifications'),
      agent.get('/api/users'),
      agent.delete(`/api/users/${key.owner.id}`),
      agent.post('/api/invitations').send({ email: 'grace@example.com' }),
      agent.patch('/api/settings').field('brandName', 'Mine'),
      agent.get('/api/api-keys'),
      agent.post('/api/api-keys').send({ name: 'x', role: 'viewer', scope: 'all' }),
      agent.delete(`/api/api-keys/${key.id}`),
      agent.post('/api/login').send(account),
      agent.post('/api/logout'),
      agent.post('/api/register').send({ ...account, email: 'grace@example.com' }),
      agent.get('/admin/queues'),
    ];
    for (const answer of await Promise.all(calls)) {
      expect([answer.request.url, answer.status, answer.body.code]).toEqual([
        answer.request.url,
        403,
        'NOT_FOR_API_KEYS',
      ]);
      expect(answer.get('Set-Cookie')).toBeUndefined();
    }
  });

  it('reads the public pages’ data, and decides nothing in a client’s place', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await program(app, key).get(`/api/public/${moment.id}`).expect(200);
    const decide = program(app, key).post(`/api/images/${images[0]!.id}/approve`);
    expect((await decide.expect(403)).body.code).toBe('NOT_FOR_API_KEYS');
  });

  it('opens no live connection', async () => {
    const headers = { Authorization: `Bearer ${key.token}` };
    for (const as of ['staff', 'visitor'] as const)
      await expect(connectLive(app, headers, { as })).rejects.toThrow('websocket error');
    const answer = await speak(app.url, handshake(undefined, `Authorization: Bearer ${key.token}\r\n`));
    expect(answer).toMatch(/^HTTP\/1\.1 403[^]*NOT_FOR_API_KEYS/);
  });

  it('says how many are left, and is refused with 429 when there were too many', async () => {
    const busy = await createKey(staff, { name: 'Busy' });
    const { points, seconds } = LIMITS.apiKey;
    const first = await program(app, busy).get('/api/branding').expect(200);
    expect(first.get('RateLimit-Policy')).toBe(`"key";q=${points};w=${seconds}`);
    expect(first.get('RateLimit')).toMatch(new RegExp(`^"key";r=${points - 1};t=(${seconds}|${seconds - 1})$`));
    // As many as all processes have counted.
    await app.db.query(`UPDATE rate_limits SET "points" = $1 WHERE "key" LIKE 'apiKey:%' AND "points" = 1`, [
      points - 1,
    ]);
    expect((await program(app, busy).get('/api/branding').expect(200)).get('RateLimit')).toMatch(/^"key";r=0;t=\d+$/);
    const refused = await program(app, busy).get('/api/branding').expect(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(refused.get('RateLimit')).toMatch(/^"key";r=0;t=\d+$/);
    expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0);
    await program(app, key).get('/api/branding').expect(200);
  });

  it('with keys that do not exist is refused after 120 of a network within a minute', async () => {
    const guess = () =>
      app
        .visitor()
        .get('/api/moments')
        .set({ Authorization: `Bearer gmb_${'y'.repeat(43)}`, 'X-Forwarded-For': '203.0.113.5' });
    for (let guesses = 0; guesses < 120; guesses += 10)
      for (const answer of await Promise.all(Array.from({ length: 10 }, guess))) expect(answer.status).toBe(401);
    await guess().expect(429);
    await program(app, key).get('/api/moments').expect(200);
  });
});
