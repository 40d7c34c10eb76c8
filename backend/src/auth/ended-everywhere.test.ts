import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_PASSWORD, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { deliver } from '../../test/deliveries.js';
import { connectLive, type Live } from '../../test/live.js';
import { stretched } from '../../test/stretched.js';
import {
  beginDownload,
  createLarge,
  EVERYWHERE_MS,
  startTwoApis,
  type BegunDownload,
  type TwoApis,
} from '../../test/two-apis.js';

describe('what a session may do, at another API process', () => {
  let apis: TwoApis;
  let app: TestApp;
  let other: TestApp;
  let staff: Agent;
  let colleague: Awaited<ReturnType<typeof addColleague>>;
  let momentId: string;
  const lives: Live[] = [];
  const downloads: BegunDownload[] = [];

  beforeAll(async () => {
    apis = await startTwoApis();
    ({ app, other, staff } = apis);
    momentId = await createLarge(staff);
  });
  afterEach(() => {
    for (const { socket } of lives.splice(0)) socket.disconnect();
    for (const download of downloads.splice(0)) download.close();
  });
  afterAll(() => apis.close());

  /** The colleague's live connection and download at the other process, of which only the beginning is read. */
  async function atWork() {
    colleague = await addColleague(app);
    const headers = { Cookie: colleague.cookie };
    const live = await connectLive(other, headers);
    lives.push(live);
    const download = await beginDownload(apis, await deliver(staff, momentId), headers);
    downloads.push(download);
    return {
      live,
      whoAmI: async () => (await other.visitor().get('/api/user').set('Cookie', colleague.cookie)).status,
      brokenOff: download.brokenOff,
    };
  }

  async function changePassword(): Promise<void> {
    const { email } = (await colleague.get('/api/user').expect(200)).body as { email: string };
    const agent = app.visitor();
    await agent.post('/api/login').send({ email, password: STAFF_PASSWORD }).expect(200);
    const body = { currentPassword: STAFF_PASSWORD, newPassword: 'a quite new password' };
    await agent.post('/api/user/password').send(body).expect(204);
  }

  it.each([
    ['the user is removed', () => staff.delete(`/api/users/${colleague.userId}`).expect(204)],
    ['the password is changed in another session', changePassword],
    ['a colleague ends it', () => staff.delete(`/api/users/${colleague.userId}/sessions`).expect(204)],
    ['it is logged out', () => colleague.post('/api/logout').expect(204)],
  ])('ends when %s: live connection, download and requests', async (_when, change) => {
    const { live, whoAmI, brokenOff } = await atWork();
    expect(await whoAmI()).toBe(200);
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve));
    await change();
    const began = Date.now();
    await closed;
    expect((await brokenOff()) - began).toBeLessThan(stretched(EVERYWHERE_MS));
    expect(await whoAmI()).toBe(401);
  });

  it('is what the new role and scope allow, without another sign-in', async () => {
    const { live, whoAmI, brokenOff } = await atWork();
    const again = new Promise<void>((resolve) => live.socket.once('connect', resolve));
    const rights = { role: 'viewer', scope: { agencyIds: [], clientIds: [] } };
    await staff.patch(`/api/users/${colleague.userId}`).send(rights).expect(200);
    const began = Date.now();
    await again;
    expect((await brokenOff()) - began).toBeLessThan(stretched(EVERYWHERE_MS));
    expect(await whoAmI()).toBe(200);
    expect((await colleague.get('/api/moments').expect(200)).body).toEqual([]);
    await colleague.post('/api/clients').send({ business: 'Not theirs' }).expect(403);
  });

  it('is looked up again when events may have been missed: downloads end', async () => {
    const { brokenOff } = await atWork();
    await app.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()`,
    );
    expect(await brokenOff()).toBeGreaterThan(0);
  });
});
