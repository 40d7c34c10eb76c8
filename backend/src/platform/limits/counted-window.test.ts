import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { eventually } from '../../../test/eventually.js';
import { CountedWindow } from './counted-window.js';

describe('CountedWindow', () => {
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

  it.each(['ahead', 'behind'])('works for a process whose clock is ten minutes %s', async (side) => {
    const window = new CountedWindow(db, { points: 2, seconds: 100 });
    expect(await window.take(side)).toBe(0);
    const wrong = Date.now() + (side === 'ahead' ? 600_000 : -600_000);
    jest.spyOn(Date, 'now').mockReturnValue(wrong);
    expect(await window.take(side)).toBe(0);
    const waitMs = await window.take(side);
    expect(waitMs).toBeGreaterThan(90_000);
    expect(waitMs).toBeLessThanOrEqual(100_000);
  });

  const times = async (window: CountedWindow, key: string, count: number): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, () => window.take(key)));

  it('allows exactly the limit of concurrent uses, and returns the waiting time for the others', async () => {
    const taken = await times(new CountedWindow(db, { points: 3, seconds: 100 }), 'crowd', 10);
    expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    for (const waitMs of taken.filter(Boolean)) expect(waitMs).toBeGreaterThan(90_000);
    expect(Math.max(...taken)).toBeLessThanOrEqual(100_000);
  });

  it('starts a new window after its time, which refused uses do not extend', async () => {
    const window = new CountedWindow(db, { points: 1, seconds: 1 });
    expect(await window.take('soon')).toBe(0);
    const startedAt = performance.now();
    await eventually(async () => expect(await window.take('soon')).toBe(0));
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('can give uses back, and counts each key separately', async () => {
    const window = new CountedWindow(db, { points: 1, seconds: 100 });
    expect(await window.take('one')).toBe(0);
    expect(await window.take('other')).toBe(0);
    await window.refund('one');
    expect(await window.take('one')).toBe(0);
    expect(await window.take('other')).toBeGreaterThan(0);
  });
});
