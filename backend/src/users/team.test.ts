import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, startApp, type Agent, type TestApp } from '../../test/app.js';
import { connectLive, waitForEvent, sessionCookie } from '../../test/live.js';
import type { MemberView, UserView } from '../contract/auth.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const PASSWORD = 'another long password';

describe('the team', () => {
  let app: TestApp;
  let staff: Agent;
  let ada: UserView;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    ada = (await staff.get('/api/user')).body;
  });
  afterAll(() => app.close());

  const asUser = ({ lastSeenAt: _seen, hasSecondFactor: _factor, ...user }: MemberView): UserView => user;
  const list = async (): Promise<UserView[]> =>
    ((await staff.get('/api/users').expect(200)).body as MemberView[]).map(asUser);
  const add = async (name: string): Promise<UserView> => {
    const body = { email: `${name}@example.com`, password: PASSWORD, name };
    return (await staff.post('/api/register').send(body).expect(201)).body;
  };
  /** A colleague who is signed in, with the cookie of the session. */
  const signedIn = async (name: string) => {
    const user = await add(name);
    const agent = app.visitor();
    const answer = await agent.post('/api/login').send({ email: user.email, password: PASSWORD }).expect(200);
    return { user, agent, cookie: answer.get('Set-Cookie')![0]!.split(';')[0]! };
  };

  it('is listed with these fields and no others, the oldest first, in pages', async () => {
    const grace = await add('grace');
    expect(await list()).toEqual([ada, grace]);
    expect(grace).toEqual({
      id: expect.any(String),
      email: 'grace@example.com',
      name: 'grace',
      createdAt: expect.any(String),
      role: 'admin',
      scope: 'all',
      permissions: expect.arrayContaining(['account.use', 'team.manage']),
      clientCount: 0,
    });
    const page = await staff.get('/api/users').query({ limit: 1, offset: 1 }).expect(200);
    expect([page.body, page.get('X-Total-Count')]).toEqual([
      [{ ...grace, lastSeenAt: null, hasSecondFactor: false }],
      '2',
    ]);
    const { body: all } = await staff.get('/api/users').query({ limit: 1 }).expect(200);
    expect(Math.abs(Date.now() - Date.parse(all[0].lastSeenAt))).toBeLessThan(10 * 60_000);
    expect((await staff.get('/api/users').query({ offset: 9 }).expect(200)).get('X-Total-Count')).toBe('2');
    await staff.delete(`/api/users/${grace.id}`).expect(204);
  });

  it('is not shown to, or changed by, somebody who is not signed in', async () => {
    for (const call of [app.visitor().get('/api/users'), app.visitor().delete(`/api/users/${ada.id}`)]) {
      expect((await call).body.code).toBe('NOT_SIGNED_IN');
    }
    expect(await list()).toEqual([ada]);
  });

  it('loses a colleague, and an event is published', async () => {
    const { user } = await signedIn('eve');
    const own = await connectLive(app, { Cookie: await sessionCookie(app) });
    try {
      await staff.delete(`/api/users/${user.id}`).expect(204);
      await waitForEvent(own, 'user.changed', ({ id }: { id: string }) => id === user.id);
    } finally {
      own.socket.disconnect();
    }
    expect(await list()).toEqual([ada]);
  });

  it('gives a colleague of whom nothing else is said what the first one may', async () => {
    const { user, agent } = await signedIn('frances');
    const { id } = (await agent.post('/api/clients').send({ business: 'Bloom' }).expect(201)).body as { id: string };
    await agent.delete(`/api/clients/${id}`).expect(204);
    await agent.patch('/api/settings').send({ brandName: '' }).expect(200);
    const other = await add('gwen');
    await agent.delete(`/api/users/${other.id}`).expect(204);
    expect(await list()).toEqual([ada, user]);
    await staff.delete(`/api/users/${user.id}`).expect(204);
  });

  it('refuses to let users remove themselves', async () => {
    const { body } = await staff.delete(`/api/users/${ada.id}`).expect(409);
    expect(body).toMatchObject({
      code: 'OWN_ACCOUNT',
      message: 'You cannot remove yourself; a colleague can remove you.',
    });
    expect(await list()).toEqual([ada]);
  });

  it.each([UNKNOWN_ID, '1', '%00'])('answers the removal of %s with 404', async (id) => {
    const { body } = await staff.delete(`/api/users/${id}`).expect(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'Member of staff not found' });
  });

  it('always keeps one user, also when all remove each other at once', async () => {
    const own = await startApp();
    const first = await own.staff();
    const everybody = [{ user: (await first.get('/api/user')).body as UserView, agent: first }];
    for (const name of ['b', 'c', 'd']) {
      const colleague = { email: `${name}@example.com`, password: PASSWORD };
      const user = (await first.post('/api/register').send(colleague).expect(201)).body as UserView;
      const agent = own.visitor();
      await agent.post('/api/login').send(colleague).expect(200);
      everybody.push({ user, agent });
    }
    const removals = everybody.flatMap(({ agent, user }) =>
      everybody.filter((other) => other.user !== user).map((other) => agent.delete(`/api/users/${other.user.id}`)),
    );
    const statuses = (await Promise.all(removals)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([204, 401, ...statuses.filter((status) => status === 404)]));
    expect(await own.db.query('SELECT count(*)::int AS "left" FROM users')).toEqual([{ left: 1 }]);
    await own.close();
  });

  it('requires a session for every route, as the API document says', async () => {
    const { body } = await staff.get('/api/openapi.json').expect(200);
    expect(Object.keys(body.paths['/api/users'])).toEqual(['get']);
    expect(Object.keys(body.paths['/api/users/{id}'])).toEqual(['patch', 'delete']);
    expect(body.components.schemas.ChangePasswordBody.required).toEqual(['currentPassword', 'newPassword']);
    expect((await staff.get('/api/user')).body.email).toBe(STAFF_EMAIL);
  });
});
