import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { sessionCookie } from '../../test/live.js';

const NEW_PASSWORD = 'a quite new password';

describe('changing the own password', () => {
  let app: TestApp;
  let staff: Agent;

  beforeEach(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterEach(() => app.close());

  const change = (body: object, agent: Pick<Agent, 'post'> = staff) => agent.post('/api/user/password').send(body);
  const both = { currentPassword: STAFF_PASSWORD, newPassword: NEW_PASSWORD };
  const login = (password: string) => app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password });

  it.each([
    [{ ...both, currentPassword: 'a wrong password' }, 'currentPassword', 'The current password is wrong.'],
    [{ newPassword: NEW_PASSWORD }, 'currentPassword', 'currentPassword is required'],
    [{ ...both, newPassword: 'short' }, 'newPassword', 'newPassword must be at least 10 characters'],
    [{ ...both, newPassword: 'x'.repeat(201) }, 'newPassword', 'newPassword must be at most 200 characters'],
    [{ ...both, email: 'eve@example.com' }, 'email', 'email is not a field of this request'],
  ])('refuses %j, and changes nothing', async (body, field, message) => {
    const other = await sessionCookie(app);
    const answer = await change(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', error: message, details: [{ field, message }] });
    expect((await app.visitor().get('/api/user').set('Cookie', other)).status).toBe(200);
    await login(STAFF_PASSWORD).expect(200);
  });

  it('takes ten wrong guesses in a session, whatever others guess at the login', async () => {
    const other = app.visitor().set('Cookie', await sessionCookie(app));
    for (let guess = 1; guess <= 11; guess += 1) await login('wrong');
    for (let guess = 1; guess <= 10; guess += 1) await change({ ...both, currentPassword: 'wrong' }).expect(400);
    const answer = await change(both).expect(429);
    expect(answer.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(answer.get('Retry-After'))).toBeGreaterThan(800);
    await staff.get('/api/user').expect(200);
    await change(both, other).expect(204);
  });

  it('succeeds once when the same password is changed several times at once', async () => {
    const changes = [1, 2, 3].map((number) => change({ ...both, newPassword: `${NEW_PASSWORD} ${number}` }));
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(2);
    await login(`${NEW_PASSWORD} ${statuses.indexOf(204) + 1}`).expect(200);
  });
});
