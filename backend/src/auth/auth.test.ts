import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient } from '../../test/factories.js';
import { CHANNEL } from '../platform/events/publish.js';

const ADDRESS = 'email must be an e-mail address such as name@example.com';
const HALF = 'password must not contain half a character: one of a pair of surrogates is missing';
const WRONG = 'The e-mail or the password is wrong.';

describe('sign-in', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('lets only the first visitor register, who is then signed in', async () => {
    const staff = await app.staff();
    const { body } = await staff.get('/api/user').expect(200);
    expect(body).toMatchObject({ email: STAFF_EMAIL, name: 'Ada' });
    expect(body).not.toHaveProperty('passwordHash');
    const other = { email: 'eve@example.com', password: 'another long password' };
    const refused = await app.visitor().post('/api/register').send(other).expect(403);
    expect(refused.body).toMatchObject({ code: 'REGISTRATION_CLOSED', statusCode: 403 });
    expect(refused.body.error).toBe(refused.body.message);
  });

  it('lets signed-in staff add a colleague without changing who is signed in', async () => {
    const staff = await app.staff();
    const colleague = { email: 'Grace@Example.com ', password: 'another long password', name: 'Grace' };
    const { body } = await staff.post('/api/register').send(colleague).expect(201);
    expect(body.email).toBe('grace@example.com');
    await staff
      .post('/api/register')
      .send(colleague)
      .expect(409)
      .expect(({ body: error }) => {
        expect(error).toMatchObject({ code: 'EMAIL_TAKEN', details: [{ field: 'email', message: error.message }] });
      });
    expect((await staff.get('/api/user')).body.email).toBe(STAFF_EMAIL);
    await app
      .visitor()
      .post('/api/login')
      .send({ email: 'grace@example.com', password: colleague.password })
      .expect(200);
  });

  it('starts a new session id at each login, and logout ends the session', async () => {
    await app.staff();
    const agent = app.visitor();
    const first = await agent.post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD }).expect(200);
    const second = await agent.post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD }).expect(200);
    const [cookie] = first.get('Set-Cookie')!;
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(sessionOf(second.get('Set-Cookie')!)).not.toBe(sessionOf(first.get('Set-Cookie')!));
    await agent.post('/api/logout').expect(204);
    await agent.get('/api/user').expect(401);
    const stolen = await app
      .visitor()
      .get('/api/user')
      .set('Cookie', sessionOf(second.get('Set-Cookie')!));
    expect(stolen.status).toBe(401);
  });

  it.each([
    [{ email: STAFF_EMAIL, password: 'a wrong password' }, 401, WRONG],
    [{ email: 'unknown@example.com', password: STAFF_PASSWORD }, 401, WRONG],
    [{ email: 'not an address', password: 'x' }, 400, ADDRESS],
    [{ email: '\ud800@b.com', password: 'x' }, 400, ADDRESS],
    [{ email: 'a\u0000b@b.com', password: 'x' }, 400, ADDRESS],
    [{ email: ['a@b.com'], password: 'x' }, 400, ADDRESS],
    [{ email: STAFF_EMAIL, password: 'half \ud800' }, 400, HALF],
    [{ email: STAFF_EMAIL }, 400, 'password is required'],
    [{ email: STAFF_EMAIL, password: 'x', remember: true }, 400, 'remember is not a field of this request'],
    [{ email: STAFF_EMAIL, password: 'x', prototype: 1 }, 400, 'prototype is not a field of this request'],
  ])('refuses %j', async (body, status, message) => {
    await app.staff();
    const answer = await app.visitor().post('/api/login').send(body).expect(status);
    expect(answer.body.message).toBe(message);
  });

  it.each([
    [{ email: '\ud800@b.com' }, ADDRESS],
    [{ password: 'x'.repeat(9) }, 'password must be at least 10 characters'],
    [{ password: '🌷'.repeat(9) }, 'password must be at least 10 characters'],
    [{ password: '🌷'.repeat(201) }, 'password must be at most 200 characters'],
    [{ password: 'half a character \udfff' }, HALF],
    [{ name: 'Grace\nHopper' }, 'name must be one line: it must not contain line breaks'],
    [{ name: 'Grace\u0007' }, 'name must not contain the control character U+0007'],
  ])('adds no colleague with %j', async (fields, message) => {
    const staff = await app.staff();
    const colleague = { email: 'new@example.com', password: 'another long password', name: 'New' };
    const { body } = await staff
      .post('/api/register')
      .send({ ...colleague, ...fields })
      .expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it('publishes no event for a logout without a session', async () => {
    const staff = await app.staff();
    const listener = new Client({ connectionString: app.databaseUrl });
    const events: string[] = [];
    listener.on('notification', ({ payload }) => events.push((JSON.parse(payload!) as { name: string }).name));
    await listener.connect();
    await listener.query(`LISTEN ${CHANNEL}`);
    await app.visitor().post('/api/logout').expect(204);
    await createClient(staff);
    await eventually(() => expect(events).toContain('client.changed'));
    await listener.end();
    expect(events).not.toContain('session.ended');
  });

  it('accepts an e-mail address of the maximum length', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(54)}.example.com`;
    expect(email).toHaveLength(253);
    await app.visitor().post('/api/login').send({ email, password: 'wrong' }).expect(401);
  });

  it('refuses requests from other sites, and accepts those of programs without a browser', async () => {
    const login = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
    await app.staff();
    const post = () => app.visitor().post('/api/login').send(login);
    for (const [name, value] of [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Site', 'same-site'],
      ['Origin', 'https://evil.example'],
      ['Origin', 'null'],
    ] as const) {
      const { body } = await post().set(name, value).expect(403);
      expect(body.code).toBe('CROSS_SITE_REQUEST');
    }
    await post().set('Origin', app.url).expect(200);
    await post().set('Sec-Fetch-Site', 'same-origin').expect(200);
    await post().expect(200);
  });

  it('answers no staff route on an agency’s domain', async () => {
    const staff = await app.staff();
    const host = 'review.agency.example';
    for (const path of ['/api/user', '/api/clients', '/api/moments', '/api/settings']) {
      const { body } = await staff.get(path).set('Host', host).expect(403);
      expect(body.code).toBe('ADMIN_ON_AGENCY_DOMAIN');
    }
    await app
      .visitor()
      .post('/api/login')
      .set('Host', host)
      .send({ email: STAFF_EMAIL, password: STAFF_PASSWORD })
      .expect(403);
    await app.visitor().get('/api/branding').set('Host', host).expect(200);
  });

  it.each(['', 'localhost..'])('takes no host that it does not know for the main one: %j', async (host) => {
    const staff = await app.staff();
    const { body } = await staff.get('/api/clients').set('Host', host).expect(403);
    expect(body.code).toBe('ADMIN_ON_AGENCY_DOMAIN');
    await app.visitor().get('/api/health/live').set('Host', host).expect(200);
  });

  it('answers every error in the same format, with the id of the request', async () => {
    const answer = await app.visitor().get('/api/clients').set('X-Request-Id', 'from-the-proxy-1').expect(401);
    expect(answer.body).toEqual({
      statusCode: 401,
      error: 'Please sign in to do this.',
      message: 'Please sign in to do this.',
      code: 'NOT_SIGNED_IN',
      requestId: 'from-the-proxy-1',
    });
    const broken = await app
      .visitor()
      .post('/api/login')
      .set('Content-Type', 'application/json')
      .send('{"email":')
      .expect(400);
    expect(broken.body.code).toBe('JSON_INVALID');
    const large = await app
      .visitor()
      .post('/api/login')
      .send({ email: 'a'.repeat(1_100_000) })
      .expect(413);
    expect(large.body.code).toBe('BODY_TOO_LARGE');
    const unknown = await app.visitor().get('/api/nothing-here').expect(404);
    expect(unknown.body.code).toBe('NOT_FOUND');
  });

  it('does not stand before the API document', async () => {
    await app.visitor().get('/api/docs').expect(200);
    for (const path of ['/api/docs-json', '/api/docs-yaml']) {
      const { text } = await app.visitor().get(path);
      expect(text).not.toContain('/api/clients');
    }
    const { body } = await app.visitor().get('/api/openapi.json').expect(200);
    expect(body.paths).toHaveProperty('/api/clients/{id}');
    expect(body.components.schemas.CreateClientBody.required).toContain('business');
  });
});

function sessionOf(cookies: string[]): string {
  return cookies[0]!.split(';')[0]!;
}
