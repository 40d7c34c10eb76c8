import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import { startApp, type TestApp } from '../../test/app.js';
import { sessionCookie } from '../../test/live.js';
import { stretched } from '../../test/stretched.js';
import type { AuditEntryView } from '../contract/audit.js';

const MANY = 50_000;
const BATCH = 5000;
const MB = 1024 * 1024;
/** Bytes of the file after which memory is measured again. */
const EVERY = MB;
const LINE_END = 10;
const SECONDS_MAX = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('the exported audit log', () => {
  let app: TestApp;
  let cookie: string;

  beforeAll(async () => {
    app = await startApp();
    cookie = await sessionCookie(app);
  });
  afterAll(() => app.close());

  const exported = (file: string) => fetch(`${app.url}/api/audit/export.${file}`, { headers: { Cookie: cookie } });
  const append = (count: number, name: string) =>
    app.db.query(
      `INSERT INTO audit ("actor", "actorName", "action", "targetKind", "targetId", "targetName", "changes")
       SELECT 'staff', 'Ada', 'client.deleted', 'client', gen_random_uuid(), $2 || n, '{"moments": {"from": "", "to": "=1+1"}}'
       FROM generate_series(1, $1::int) AS n`,
      [count, name],
    );

  it('is a table in words, in which no text is taken for a formula', async () => {
    await append(1, '=cmd|Rosen “Ärmel”, ');
    const answer = await exported('csv?group=deletions');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=audit-log.csv');
    const text = Buffer.from(await answer.arrayBuffer()).toString();
    expect(text.startsWith('\ufeffid,at,actor,')).toBe(true);
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true });
    expect(data).toMatchObject([
      {
        actorName: 'Ada',
        action: 'client.deleted',
        targetName: "'=cmd|Rosen “Ärmel”, 1",
        entry: 'Ada deleted the client =cmd|Rosen “Ärmel”, 1',
        changes: 'Moments: =1+1',
      },
    ]);
  });

  it('has the same as JSON lines, and what was exported before', async () => {
    const text = await (await exported('jsonl')).text();
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntryView);
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['audit.exported', 'client.deleted']);
    expect(entries.at(-1)).toMatchObject({ action: 'user.joined' });
    expect(entries[0]).toMatchObject({ actorName: 'Ada', changes: { format: { to: 'CSV' } } });
  });

  it('is not noted where only its headers are asked for', async () => {
    const count = () => app.db.query('SELECT count(*) FROM audit');
    const before = await count();
    const answer = await fetch(`${app.url}/api/audit/export.csv`, { method: 'HEAD', headers: { Cookie: cookie } });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await count()).toEqual(before);
  });

  it('of 50,000 entries is streamed, with few of them in memory', async () => {
    for (let appended = 0; appended < MANY; appended += BATCH)
      await append(BATCH, 'A client with a name of some length '.repeat(2));
    const started = Date.now();
    const before = memoryInUse();
    const samples: number[] = [];
    let [lines, bytes] = [0, 0];
    for await (const chunk of (await exported('csv?group=deletions')).body!) {
      bytes += chunk.length;
      lines += chunk.filter((byte: number) => byte === LINE_END).length;
      if (bytes > samples.length * EVERY) samples.push(memoryInUse() - before);
    }
    expect(lines).toBe(MANY + 2);
    expect(bytes).toBeGreaterThan(10 * MB);
    // Half of the time at least: buffers that are passed on between threads may wait for a moment.
    const [median] = samples.toSorted((one, other) => one - other).slice(samples.length / 2);
    expect(median).toBeLessThan(8 * MB);
    expect(Date.now() - started).toBeLessThan(stretched(SECONDS_MAX * 1000));
  });
});

/** Bytes of what is in use, without what only waits for its removal. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
