import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStoredApp } from '../backups.js';
import { captionRun, endedRun, generate } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages, jpeg } from '../factories.js';
import { BACKENDS, onAll, skipMissingBackends, startSystem, type System } from '../system.js';
import { startApiProcess, startWorker, type WorkerProcess } from '../worker-process.js';
import { loadConfig } from '../../src/config.js';
import { configuredStorage } from '../../src/platform/storage/storage.module.js';
import { stretched } from '../stretched.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { run as runProgram } from './programs/tools.js';
import { asker } from './work.js';

afterEach(endAll);

const DOCTOR = fileURLToPath(new URL('../../dist/src/cli/doctor.js', import.meta.url));
const PRELOAD = new URL('wrong-clock.js', import.meta.url).href;
const MINUTE_MS = 60_000;
const AHEAD_MS = 10 * MINUTE_MS;
const BEHIND_MS = -AHEAD_MS;
const CALLS_PER_MINUTE = 4;
/** A worker's lease of a run lasts nine seconds, unless it is renewed. */
const LONGER_THAN_A_LEASE_MS = 12_000;

/** A process whose clock is off. */
function offBy(ms: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_OFF_MS: String(ms) };
}

describe('the clock of a worker', () => {
  const stages: System[] = [];
  skipMissingBackends();

  beforeAll(async () => {
    for (const backend of BACKENDS) stages.push(await startSystem(backend));
  });
  afterAll(() => Promise.all(stages.map((system) => system.close())));

  function worker({ app, env }: System, offMs: number, more: Record<string, string> = {}): Promise<WorkerProcess> {
    return startWorker(app, { ...env, ...offBy(offMs), ...more });
  }

  const agree = ({ app, env }: System): Promise<void> => expectAgreement(app, env);

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: 'both beside a right one, at six moments whose first captions take longer than a lease lasts',
      checked: 'no run is taken from a living worker: each image asked about once, all captioned, rows and files agree',
    },
    onAll(stages, async (system) => {
      await Promise.all([worker(system, AHEAD_MS), worker(system, BEHIND_MS), worker(system, 0)]);
      system.ai.next(...Array(6).fill({ delayMs: LONGER_THAN_A_LEASE_MS }));
      const made = await Promise.all(Array.from({ length: 6 }, () => createMomentWithImages(system.staff, 2)));
      await Promise.all(made.map(({ moment }) => generate(system.staff, moment.id)));
      for (const { moment } of made) {
        expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 2, failed: 0 });
      }
      const asked = system.ai.requests.map(({ picture }) => picture!.hash);
      expect(asked).toHaveLength(12);
      expect(new Set(asked).size).toBe(12);
      await agree(system);
    }),
  );

  fault(
    {
      what: 'kill -9 of three workers, whose clocks are ten minutes ahead, right and ten minutes behind',
      done: 'one after the other in the middle of a run, with the next one beside it',
      checked: 'the next one goes on within the usual time and asks again only about the image in flight',
    },
    onAll(stages, async (system) => {
      let current = await worker(system, AHEAD_MS);
      for (const offMs of [0, BEHIND_MS, 0]) {
        system.ai.reset();
        const { moment } = await createMomentWithImages(system.staff, 3);
        system.ai.next({ ok: true }, { hang: 'headers' });
        await generate(system.staff, moment.id);
        await system.ai.received(2);
        const next = await worker(system, offMs);
        await current.kill();
        const killedAt = performance.now();
        expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 3 });
        expect(performance.now() - killedAt).toBeLessThan(stretched(25_000));
        expect(system.ai.requests).toHaveLength(4);
        current = next;
      }
      await agree(system);
    }),
  );

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: 'sign-ins, idempotency keys and runs five minutes before and after their time, while both clean up',
      checked: 'what is outdated goes, what is young stays',
    },
    onAll(stages, async (system) => {
      const { db } = system.app;
      const { moment } = await createMomentWithImages(system.staff, 1);
      const minutes = `unnest(ARRAY[-5, 5]) AS m(m)`;
      const names = (prefix: string): string => `'${prefix}' || CASE WHEN m > 0 THEN 'young' ELSE 'old' END`;
      await db.query(
        `INSERT INTO sessions SELECT ${names('clock-')}, '{}', now() + m * interval '1 minute' FROM ${minutes}`,
      );
      await db.query(
        `INSERT INTO idempotency_keys ("userId", "key", "fingerprint", "imageIds", "createdAt")
         SELECT "id", ${names('clock-')}, '', '{}', now() - interval '1 day' + m * interval '1 minute' FROM users, ${minutes}`,
      );
      await db.query(
        `INSERT INTO runs ("subjectId", "kind", "total", "state", "requestId", "endedAt")
         SELECT $1, 'captions', 0, 'completed', ${names('clock-')}, now() - interval '30 days' + m * interval '1 minute' FROM ${minutes}`,
        [moment.id],
      );
      await Promise.all([worker(system, AHEAD_MS), worker(system, BEHIND_MS)]);
      await eventually(async () => {
        const left = await db.query<{ name: string }[]>(
          `SELECT "sid" AS name FROM sessions WHERE "sid" LIKE 'clock-%'
           UNION ALL SELECT "key" FROM idempotency_keys WHERE "key" LIKE 'clock-%'
           UNION ALL SELECT "requestId" FROM runs WHERE "requestId" LIKE 'clock-%'`,
        );
        expect(left).toEqual(Array(3).fill({ name: 'clock-young' }));
      });
      await system.staff.get('/api/user').expect(200);
      await agree(system);
    }),
  );

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: 'removals that are due and due in five minutes, and a run whose job was lost',
      checked: 'what is due goes, what an upload has reserved stays, and the run is taken up',
    },
    onAll(stages, async (system) => {
      const { app, env } = system;
      const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir, ...env }));
      const [due, reserved] = [randomUUID(), randomUUID()].map((id) => `images/${id}`) as [string, string];
      const file = join(app.dataDir, 'file');
      await writeFile(file, 'something');
      for (const folder of [due, reserved]) await storage.put(`${folder}/original.jpg`, file);
      await app.db.query(
        `INSERT INTO deletions ("folder", "notBefore") VALUES ($1, now()), ($2, now() + interval '5 minutes')`,
        [due, reserved],
      );
      const { moment, images } = await createMomentWithImages(system.staff, 1);
      const [run] = await app.db.query<[{ id: string }]>(
        `INSERT INTO runs ("subjectId", "kind", "payload", "total") VALUES ($1, 'captions', '{"mode":"missing"}', 1) RETURNING "id"`,
        [moment.id],
      );
      await app.db.query(`INSERT INTO run_items ("runId", "key", "position") VALUES ($1, $2, 0)`, [
        run.id,
        images[0]!.id,
      ]);
      await Promise.all([worker(system, AHEAD_MS), worker(system, BEHIND_MS)]);
      expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 1 });
      await eventually(async () => expect(await storage.stat(`${due}/original.jpg`)).toBeNull());
      expect(await storage.stat(`${reserved}/original.jpg`)).not.toBeNull();
      await agree(system);
    }),
  );

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: `a limit of ${CALLS_PER_MINUTE} AI calls a minute, which other workers have used up, and ten images to caption`,
      checked: 'no call before their minute ends, then exactly the limit; the next minute is as long for all',
    },
    onAll(stages, async (system) => {
      const { app, ai, staff } = system;
      const endMinuteIn = (seconds: number): Promise<unknown> =>
        app.db.query(
          `INSERT INTO rate_limits VALUES ('ai:calls', $1, extract(epoch FROM now() + $2 * interval '1 second') * 1000)
           ON CONFLICT ("key") DO UPDATE SET "points" = excluded."points", "expire" = excluded."expire"`,
          [CALLS_PER_MINUTE, seconds],
        );
      const made = await Promise.all(Array.from({ length: 5 }, () => createMomentWithImages(staff, 2)));
      await endMinuteIn(8);
      const minuteEnds = Date.now() + 8000;
      const limit = { AI_MAX_PER_MINUTE: String(CALLS_PER_MINUTE) };
      const limited = await Promise.all([worker(system, AHEAD_MS, limit), worker(system, BEHIND_MS, limit)]);
      for (const { moment } of made) await generate(staff, moment.id);
      await ai.received(CALLS_PER_MINUTE);
      expect(ai.requests[0]!.time).toBeGreaterThanOrEqual(minuteEnds - 100);
      await eventually(async () => {
        const runs = await Promise.all(made.map(({ moment }) => captionRun(staff, moment.id)));
        expect(runs.reduce((sum, { done }) => sum + done, 0)).toBe(CALLS_PER_MINUTE);
      });
      // Both wait by now.
      const [window] = await app.db.query<[{ left: number }]>(
        `SELECT ("expire" / 1000 - extract(epoch FROM now()))::int AS "left" FROM rate_limits WHERE "key" = 'ai:calls'`,
      );
      expect(window.left).toBeGreaterThan(30);
      expect(window.left).toBeLessThanOrEqual(60);
      expect(ai.requests).toHaveLength(CALLS_PER_MINUTE);
      await Promise.all([...limited.map((one) => one.kill()), worker(system, 0)]);
      await agree(system);
      expect(ai.requests).toHaveLength(10);
    }),
  );
});

describe('clocks beside S3', () => {
  const LINE =
    /S3_ENDPOINT: http\S+ refuses this server, whose clock differs from its own by more than 15 minutes: set the/;
  const SENTENCE =
    'The clock of this server is wrong, so the storage refuses it: tell the administrator of this system.';
  const REFUSED = { status: 503, body: { code: 'STORAGE_UNAVAILABLE', message: SENTENCE } };

  fault(
    {
      what: 'a clock twenty minutes ahead of the storage, or two hours behind it',
      done: 'as an API and a worker start, staff upload, look at photos and ask for captions, and a client decides',
      checked: 'log, readiness, doctor and answers name the clock; decisions go on; all works once the clock is set',
    },
    async () => {
      const app = later(await startStoredApp('S3'), (one) => one.close());
      const { moment, images } = await createMomentWithImages(await app.staff(), 2);
      const form = new FormData();
      form.set('momentId', moment.id);
      form.set('images', new Blob([new Uint8Array(await jpeg())]), 'tulips.jpg');
      for (const [turn, offMs] of [20 * MINUTE_MS, -120 * MINUTE_MS].entries()) {
        const env = { ...app.env, ...offBy(offMs) };
        const api = await startApiProcess(app, env);
        const worker = await startWorker(app, env);
        expect(api.log()).toMatch(LINE);
        const ask = await asker(app, api.url);
        const picture = (method: string): Promise<Response> => fetch(api.url + images[0]!.thumbnailUrl, { method });
        expect(await ask('GET', images[0]!.thumbnailUrl)).toMatchObject(REFUSED);
        expect((await picture('HEAD')).status).toBe(503);
        expect(await ask('POST', '/api/upload', form)).toMatchObject(REFUSED);
        expect(await ask('GET', '/api/health/ready')).toMatchObject({
          status: 200,
          body: { status: 'degraded', checks: { storage: 'down' }, problems: [SENTENCE] },
        });
        const doctor = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, ...env };
        const found = await runProgram(process.execPath, [DOCTOR], { cwd: app.dataDir, env: doctor });
        expect(found).toEqual({ code: 1, output: expect.stringMatching(LINE) });
        expect(await ask('POST', `/api/images/${images[turn]!.id}/approve`)).toMatchObject({ status: 200 });
        const waiting = await createMomentWithImages(await app.staff(), 2);
        await generate(await app.staff(), waiting.moment.id);

        for (const { pid } of [api, worker]) process.kill(pid, 'SIGUSR2');
        await eventually(async () =>
          expect((await ask('GET', '/api/health/ready')).body).toMatchObject({ status: 'ok' }),
        );
        expect((await picture('GET')).status).toBe(200);
        expect(await ask('POST', '/api/upload', form)).toMatchObject({ status: 201 });
        expect(await endedRun(await app.staff(), waiting.moment.id)).toMatchObject({ state: 'completed', done: 2 });
        expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
      }
      await expectAgreement(app, app.env);
    },
  );
});
