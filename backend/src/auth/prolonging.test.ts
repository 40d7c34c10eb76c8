import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';

const MINUTE_MS = 60_000;

describe('a session that is in use', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  async function hoursLeft(): Promise<number> {
    const [{ hours }] = await app.db.query('SELECT extract(epoch FROM "expire" - now()) / 3600 AS hours FROM sessions');
    return Number(hours);
  }
  const leaveOneHour = () => app.db.query(`UPDATE sessions SET "expire" = now() + interval '1 hour'`);
  const later = (minutes: number) => {
    const then = Date.now() + minutes * MINUTE_MS;
    jest.spyOn(Date, 'now').mockImplementation(() => then);
  };

  it('is prolonged to seven days, but not by each of many requests', async () => {
    await leaveOneHour();
    await staff.get('/api/user').expect(200);
    await eventually(async () => expect(await hoursLeft()).toBeGreaterThan(7 * 24 - 1));
    await leaveOneHour();
    later(4);
    for (let request = 0; request < 5; request += 1) await staff.get('/api/user').expect(200);
    expect(await hoursLeft()).toBeLessThanOrEqual(1);
    later(2);
    await staff.get('/api/user').expect(200);
    await eventually(async () => expect(await hoursLeft()).toBeGreaterThan(7 * 24 - 1));
  });
});
