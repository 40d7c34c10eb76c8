import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { captionRun, endedRun, generate } from '../test/captions.js';
import { eventually } from '../test/eventually.js';
import { createMomentWithImages } from '../test/factories.js';
import { BACKENDS, onAll, startStage, type Stage } from '../test/stage.js';
import { endWorkers, startWorker, type WorkerProcess } from '../test/worker-process.js';
import { loadConfig } from '../src/config.js';
import { configuredStorage } from '../src/storage/configured-storage.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';

const PRELOAD = new URL('wrong-clock.js', import.meta.url).href;
const MINUTE_MS = 60_000;
const AHEAD_MS = 10 * MINUTE_MS;
const BEHIND_MS = -AHEAD_MS;
const CALLS_PER_MINUTE = 4;
/** A worker's hold on a run lasts ten seconds, unless it is renewed. */
const LONGER_THAN_A_CLAIM_MS = 12_000;

describe('the clock of a worker', () => {
  const stages: Stage[] = [];

  beforeAll(async () => {
    for (const backend of BACKENDS) stages.push(await startStage(backend));
  });
  afterEach(() => endWorkers());
  afterAll(() => Promise.all(stages.map((stage) => stage.close())));

  function worker({ app, env }: Stage, offMs: number, more: Record<string, string> = {}): Promise<WorkerProcess> {
    const clock = { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_OFF_MS: String(offMs) };
    return startWorker(app, { ...env, ...clock, ...more });
  }

  const agree = ({ app, env }: Stage): Promise<void> => expectAgreement(app, env);

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: 'both beside a right one, at six moments whose first captions take longer than a hold on them lasts',
      checked: 'no run is taken from a living worker: each image asked about once, all captioned, rows and files agree',
    },
    onAll(stages, async (stage) => {
      await Promise.all([worker(stage, AHEAD_MS), worker(stage, BEHIND_MS), worker(stage, 0)]);
      stage.ai.next(...Array(6).fill({ delayMs: LONGER_THAN_A_CLAIM_MS }));
      const made = await Promise.all(Array.from({ length: 6 }, () => createMomentWithImages(stage.staff, 2)));
      await Promise.all(made.map(({ moment }) => generate(stage.staff, moment.id)));
      for (const { moment } of made) {
        expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', done: 2, failed: 0 });
      }
      const asked = stage.ai.requests.map(({ picture }) => picture!.hash);
      expect(asked).toHaveLength(12);
      expect(new Set(asked).size).toBe(12);
      await agree(stage);
    }),
  );

  fault(
    {
      what: 'kill -9 of three workers, whose clocks are ten minutes ahead, right and ten minutes behind',
      done: 'one after the other in the middle of a run, with the next one beside it',
      checked: 'the next one goes on within the usual time and asks again only about the image in flight',
    },
    onAll(stages, async (stage) => {
      let current = await worker(stage, AHEAD_MS);
      for (const offMs of [0, BEHIND_MS, 0]) {
        stage.ai.reset();
        const { moment } = await createMomentWithImages(stage.staff, 3);
        stage.ai.next({ ok: true }, { hang: 'headers' });
        await generate(stage.staff, moment.id);
        await stage.ai.received(2);
        const next = await worker(stage, offMs);
        await current.kill();
        const killedAt = performance.now();
        expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', done: 3 });
        expect(performance.now() - killedAt).toBeLessThan(25_000);
        expect(stage.ai.requests).toHaveLength(4);
        current = next;
      }
      await agree(stage);
    }),
  );

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: 'sign-ins, idempotency keys and runs five minutes before and after their time, while both clean up',
      checked: 'what is outdated goes, what is young stays',
    },
    onAll(stages, async (stage) => {
      const { db } = stage.app;
      const { moment } = await createMomentWithImages(stage.staff, 1);
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
        `INSERT INTO caption_runs ("momentId", "kind", "total", "state", "requestId", "endedAt")
         SELECT $1, 'rewrite', 0, 'completed', ${names('clock-')}, now() - interval '30 days' + m * interval '1 minute' FROM ${minutes}`,
        [moment.id],
      );
      await Promise.all([worker(stage, AHEAD_MS), worker(stage, BEHIND_MS)]);
      await eventually(async () => {
        const left = await db.query<{ name: string }[]>(
          `SELECT "sid" AS name FROM sessions WHERE "sid" LIKE 'clock-%'
           UNION ALL SELECT "key" FROM idempotency_keys WHERE "key" LIKE 'clock-%'
           UNION ALL SELECT "requestId" FROM caption_runs WHERE "requestId" LIKE 'clock-%'`,
        );
        expect(left).toEqual(Array(3).fill({ name: 'clock-young' }));
      });
      await stage.staff.get('/api/user').expect(200);
      await agree(stage);
    }),
  );

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: 'removals that are due and due in five minutes, and a run whose ring was lost',
      checked: 'what is due goes, what an upload has reserved stays, and the run is taken up',
    },
    onAll(stages, async (stage) => {
      const { app, env } = stage;
      const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir, ...env }));
      const [due, reserved] = [randomUUID(), randomUUID()].map((id) => `images/${id}`) as [string, string];
      const file = join(app.dataDir, 'file');
      await writeFile(file, 'something');
      for (const folder of [due, reserved]) await storage.put(`${folder}/original.jpg`, file);
      await app.db.query(
        `INSERT INTO deletions ("folder", "notBefore") VALUES ($1, now()), ($2, now() + interval '5 minutes')`,
        [due, reserved],
      );
      const { moment, images } = await createMomentWithImages(stage.staff, 1);
      const [run] = await app.db.query<[{ id: string }]>(
        `INSERT INTO caption_runs ("momentId", "kind", "total") VALUES ($1, 'missing', 1) RETURNING "id"`,
        [moment.id],
      );
      await app.db.query(`INSERT INTO caption_run_items VALUES ($1, $2, 0)`, [run.id, images[0]!.id]);
      await Promise.all([worker(stage, AHEAD_MS), worker(stage, BEHIND_MS)]);
      expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', done: 1 });
      await eventually(async () => expect(await storage.stat(`${due}/original.jpg`)).toBeNull());
      expect(await storage.stat(`${reserved}/original.jpg`)).not.toBeNull();
      await agree(stage);
    }),
  );

  fault(
    {
      what: 'clocks of two workers ten minutes ahead and behind',
      done: `a limit of ${CALLS_PER_MINUTE} AI calls a minute, which other workers have used up, and ten images to caption`,
      checked: 'no call before their minute ends, then exactly the limit; the next minute is as long for all',
    },
    onAll(stages, async (stage) => {
      const { app, ai, staff } = stage;
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
      const limited = await Promise.all([worker(stage, AHEAD_MS, limit), worker(stage, BEHIND_MS, limit)]);
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
      await Promise.all([...limited.map((one) => one.kill()), worker(stage, 0)]);
      await agree(stage);
      expect(ai.requests).toHaveLength(10);
    }),
  );
});
