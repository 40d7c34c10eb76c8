import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';

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
    await app.db.query(
      `INSERT INTO sessions SELECT 'old' || n, '{}', now() - interval '1 minute' FROM generate_series(1, 2500) AS n`,
    );
    await app.db.query(
      `INSERT INTO idempotency_keys ("userId", "key", "fingerprint", "imageIds", "createdAt")
       SELECT "id", 'key' || n, '', '{}', now() - n * interval '13 hours' FROM users, generate_series(1, 2) AS n`,
    );
    await app.db.query(
      `INSERT INTO sign_in_networks SELECT "id", 'of ' || n || ' days ago', now() - n * interval '1 day'
       FROM users, unnest('{364,366}'::int[]) AS n`,
    );
    await app.db.query(
      `INSERT INTO runs ("kind", "subjectId", "total", "state", "endedAt")
       SELECT 'captions', $1, 1, 'completed', CASE WHEN n > 0 THEN now() - n * interval '20 days' END
       FROM generate_series(0, 2) AS n`,
      [moment.id],
    );
    await app.db.query(
      `INSERT INTO audit ("at", "actor", "action", "targetKind", "targetName")
       SELECT now() - n * interval '1 day', 'staff', 'moment.deleted', 'moment', 'of ' || n || ' days ago'
       FROM unnest('{364,366}'::int[]) AS n`,
    );
    await app.startWorker();
    await eventually(async () => expect(await count('runs')).toBe(2));
    expect(await count('sessions')).toBe(1);
    // One of the factory's upload, one of thirteen hours ago.
    expect(await count(`idempotency_keys WHERE "key" LIKE 'key%'`)).toBe(1);
    expect(await count(`sign_in_networks WHERE "network" LIKE 'of %'`)).toBe(1);
    expect(await count(`audit WHERE "targetName" LIKE 'of %'`)).toBe(1);
    await staff.get('/api/user').expect(200);
  });
});
