import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../../test/database.js';
import { CallGate } from './call-gate.js';

const PER_WINDOW = 3;
const WINDOW_SECONDS = 1;
let database: TestDatabase;
let connections: DataSource[];

beforeAll(async () => {
  database = await createDatabase();
  const open = () => new DataSource({ type: 'postgres', url: database.url }).initialize();
  connections = await Promise.all([open(), open()]);
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.destroy()));
  await database.drop();
});

describe('CallGate', () => {
  it('limits the calls of all processes together to the given rate, and delays the rest', async () => {
    const gates = connections.map((connection) => new CallGate(connection, PER_WINDOW, WINDOW_SECONDS));
    const { signal } = new AbortController();
    const start = performance.now();
    const pass = async (_: unknown, at: number) => {
      await gates[at % 2]!.pass(signal);
      return performance.now() - start;
    };
    const passed = (await Promise.all(Array.from({ length: PER_WINDOW * 2 }, pass))).toSorted((a, b) => a - b);
    expect(passed[PER_WINDOW - 1]).toBeLessThan(WINDOW_SECONDS * 1000);
    expect(passed[PER_WINDOW]).toBeGreaterThanOrEqual(WINDOW_SECONDS * 1000 - 10);
  });

  it('stops waiting when the signal is aborted', async () => {
    const gate = new CallGate(connections[0]!, 1, 3600);
    const stop = new AbortController();
    const crowd = Promise.allSettled([1, 2, 3, 4, 5].map(() => gate.pass(stop.signal)));
    stop.abort(new Error('the worker shuts down'));
    const reasons = (await crowd)
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => String(reason));
    expect(reasons.length).toBeGreaterThanOrEqual(4);
    expect(new Set(reasons)).toEqual(new Set(['Error: the worker shuts down']));
  });
});
