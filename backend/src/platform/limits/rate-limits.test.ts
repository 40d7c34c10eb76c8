import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { eventually } from '../../../test/eventually.js';
import { stretched } from '../../../test/stretched.js';
import { countUse, undoUse } from './rate-limits.queries.js';

describe('a limit that is counted in the database', () => {
  let database: TestDatabase;
  let db: DataSource;

  beforeAll(async () => {
    database = await createDatabase();
    db = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  afterEach(() => void jest.restoreAllMocks());

  const taking = (limit: Parameters<typeof countUse>[1]) => (key: string) => countUse(db, limit, key);

  it.each(['ahead', 'behind'])('works for a process whose clock is ten minutes %s', async (side) => {
    const take = taking({ points: 2, seconds: 100 });
    expect(await take(side)).toBe(0);
    const wrong = Date.now() + (side === 'ahead' ? 600_000 : -600_000);
    jest.spyOn(Date, 'now').mockReturnValue(wrong);
    expect(await take(side)).toBe(0);
    const waitMs = await take(side);
    expect(waitMs).toBeGreaterThan(90_000);
    expect(waitMs).toBeLessThanOrEqual(100_000);
  });

  it('allows exactly the limit of concurrent uses, and returns the waiting time for the others', async () => {
    const take = taking({ points: 3, seconds: 100 });
    const taken = await Promise.all(Array.from({ length: 10 }, () => take('crowd')));
    expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    for (const waitMs of taken.filter(Boolean)) expect(waitMs).toBeGreaterThan(90_000);
    expect(Math.max(...taken)).toBeLessThanOrEqual(100_000);
  });

  it('starts a new window after its time, which refused uses do not extend', async () => {
    const take = taking({ points: 1, seconds: 1 });
    expect(await take('soon')).toBe(0);
    const startedAt = performance.now();
    await eventually(async () => expect(await take('soon')).toBe(0));
    expect(performance.now() - startedAt).toBeLessThan(stretched(5000));
  });

  it('can give uses back, and counts each key separately', async () => {
    const take = taking({ points: 1, seconds: 100 });
    expect(await take('one')).toBe(0);
    expect(await take('other')).toBe(0);
    await undoUse(db, 'one');
    expect(await take('one')).toBe(0);
    expect(await take('other')).toBeGreaterThan(0);
  });
});
