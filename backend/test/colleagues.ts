import { randomUUID } from 'node:crypto';
import type { Role } from '../src/contract/roles.js';
import { STAFF_PASSWORD, type Agent, type TestApp } from './app.js';

interface Rights {
  role?: Role;
  /** With either, the colleague sees the clients of these agencies and these single ones alone; `[]` for none. */
  agencyIds?: string[];
  clientIds?: string[];
}

/** A signed-in member of staff with a role and a scope, and the cookie of the session. */
export async function addColleague(
  app: TestApp,
  rights: Rights = {},
): Promise<Agent & { userId: string; cookie: string }> {
  const account = { email: `${randomUUID()}@example.com`, password: STAFF_PASSWORD };
  const staff = await app.staff();
  const { body } = await staff.post('/api/register').send(account).expect(201);
  const userId = (body as { id: string }).id;
  await setRights(app, userId, rights);
  const agent = app.visitor();
  const login = await agent.post('/api/login').send(account).expect(200);
  const cookie = login.get('Set-Cookie')![0]!.split(';')[0]!;
  return Object.assign(agent, { userId, cookie });
}

/** As the database has them: no screen sets them yet. */
export async function setRights({ db }: TestApp, userId: string, rights: Rights): Promise<void> {
  const { role = 'admin', agencyIds, clientIds } = rights;
  const seesAll = agencyIds === undefined && clientIds === undefined;
  await db.query('UPDATE users SET "role" = $2, "seesAllClients" = $3 WHERE "id" = $1', [userId, role, seesAll]);
  await db.query('DELETE FROM user_agencies WHERE "userId" = $1', [userId]);
  await db.query('DELETE FROM user_clients WHERE "userId" = $1', [userId]);
  await db.query('INSERT INTO user_agencies SELECT $1, unnest($2::uuid[])', [userId, agencyIds ?? []]);
  await db.query('INSERT INTO user_clients SELECT $1, unnest($2::uuid[])', [userId, clientIds ?? []]);
}
