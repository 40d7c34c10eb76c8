import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient, createMomentWithImages } from '../../test/factories.js';

describe('retention', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const count = async (table: string): Promise<number> => {
    const [row] = await app.db.query<[{ count: number }]>(`SELECT count(*)::int AS "count" FROM ${table}`);
    return row.count;
  };

  it('removes what is outdated, more than one batch of it, and keeps what is not', async () => {
    const staff = await app.staff();
    const { moment } = await createMomentWithImages(staff, 1);
    const client = await createClient(staff);
    await staff.post('/api/gmb-optimizations').send({ clientId: client.id, businessName: 'B' }).expect(201);
    await app.db.query(
      `INSERT INTO sessions SELECT 'old' || n, '{}', now() - interval '1 minute' FROM generate_series(1, 2500) AS n`,
    );
    await app.db.query(
      `INSERT INTO idempotency_keys ("userId", "key", "fingerprint", "imageIds", "createdAt")
       SELECT "id", 'key' || n, '', '{}', now() - n * interval '13 hours' FROM users, generate_series(1, 2) AS n`,
    );
    const runs = `SELECT "id", 1, CASE WHEN n = 0 THEN NULL ELSE now() - n * interval '20 days' END
      FROM generate_series(0, 2) AS n`;
    await app.db.query(
      `INSERT INTO caption_runs ("momentId", "kind", "total", "endedAt", "state")
       SELECT runs.*, 'completed' FROM (${runs.replace('"id"', "$1::uuid, 'rewrite'")}) AS runs`,
      [moment.id],
    );
    await app.db.query(
      `INSERT INTO optimization_runs ("optimizationId", "total", "endedAt", "kind", "state")
       SELECT runs.*, 'generate', 'completed' FROM (${runs.replace('FROM', 'FROM gmb_optimizations,')}) AS runs`,
    );
    await app.work();
    await eventually(async () => expect(await count('optimization_runs')).toBe(2));
    expect(await count('caption_runs')).toBe(2);
    expect(await count('sessions')).toBe(1);
    // One of the factory's upload, one of thirteen hours ago.
    expect(await count(`idempotency_keys WHERE "key" LIKE 'key%'`)).toBe(1);
    await staff.get('/api/user').expect(200);
  });
});
