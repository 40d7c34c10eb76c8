import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { createAgency, createClient } from '../../test/factories.js';
import { staffActor } from '../access/actor.js';
import { userSeesSql } from '../access/scope.js';
import type { LimitedScope } from '../contract/rights.js';
import { Audiences, roomsToJoin } from './audiences.js';

const SCOPES = 12;

/** Numbers from 0 to below 1 that look random, the same in each run. */
function* numbers(): Generator<number, never> {
  for (let state = 1; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe('lists, notifications and live events', () => {
  let app: TestApp;
  let staff: Agent;
  const agencyIds: string[] = [];
  const clientIds: string[] = [];

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    for (const name of ['Pine', 'Oak']) agencyIds.push((await createAgency(staff, { name })).id);
    // Two clients of each agency, and two of none.
    for (const agencyId of [...agencyIds, ...agencyIds, null, null])
      clientIds.push((await createClient(staff, { agencyId })).id);
  });
  afterAll(() => app.close());

  it('agree on the clients of each scope', async () => {
    const random = numbers();
    const some = (ids: string[]) => ids.filter(() => random.next().value < 0.4);
    for (let number = 0; number < SCOPES; number++) {
      const scope = { agencyIds: some(agencyIds), clientIds: some(clientIds) };
      const colleague = await addColleague(app, scope);
      const listed = ((await colleague.get('/api/clients').expect(200)).body as { id: string }[]).map(({ id }) => id);
      const seen = {
        listed: clientIds.filter((id) => listed.includes(id)),
        notified: await notifiedOf(colleague.userId),
        live: await liveOf(colleague.userId, scope),
      };
      expect(seen).toEqual({ listed: seen.listed, notified: seen.listed, live: seen.listed });
      expect(seen.listed.length > 0).toBe(scope.agencyIds.length + scope.clientIds.length > 0);
    }
  });

  const notifiedOf = async (userId: string): Promise<string[]> => {
    const rows = await app.db.query<{ id: string }[]>(
      `SELECT c."id" FROM users u CROSS JOIN clients c WHERE u."id" = $1 AND ${userSeesSql('u', 'c."id"')}`,
      [userId],
    );
    return clientIds.filter((id) => rows.some((row) => row.id === id));
  };

  const liveOf = async (userId: string, scope: LimitedScope): Promise<string[]> => {
    const joined = roomsToJoin(
      staffActor({ id: userId, name: '', email: 'c@example.com', role: 'admin', credentialVersion: 1, scope }),
    );
    const audiences = new Audiences(app.db);
    const seen: string[] = [];
    for (const clientId of clientIds) {
      const rooms = await audiences.findRooms({ clientId }, true);
      if (rooms.some((room) => joined.includes(room))) seen.push(clientId);
    }
    return seen;
  };
});
