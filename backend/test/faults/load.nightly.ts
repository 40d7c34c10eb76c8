import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { captionRun, generate, imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMoment, createMomentWithImages, upload } from '../factories.js';
import { startSystem, type System } from '../system.js';
import { endWorkers, startApiProcess, startWorker, type ApiProcess } from '../worker-process.js';
import { isRunActive } from '../../src/contract/statuses.js';
import type { HistoryEntry } from '../../src/contract/history.js';
import type { ImageView } from '../../src/contract/images.js';
import type { MomentView } from '../../src/contract/moments.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { callEach, many } from './http.js';
import { measured } from './measured.js';
import { addressOf, visit, type Verdict, type Visitor } from './visitor.js';

const MOMENTS = 50;
/** Of each moment, and as many images as that: each decides on one. */
const REVIEWERS = 4;
const RUNS = 20;
const UPLOADS = 10;

interface Reviewed {
  moment: MomentView;
  images: ImageView[];
  reviewers: Visitor[];
}

describe('many people at once', () => {
  let system: System;
  let api: ApiProcess;
  let metrics: Awaited<ReturnType<typeof measured>>;

  beforeAll(async () => {
    system = await startSystem('Redis');
    metrics = await measured();
    const env = { ...system.env, ...metrics.env, TRUST_PROXY: '1' };
    [api] = await Promise.all([startApiProcess(system.app, env), startWorker(system.app, system.env)]);
    system.ai.always({ delayMs: 100 });
  });
  afterAll(async () => {
    await endWorkers();
    await system.close();
  });

  /** A moment with its reviewers, who have its page open. */
  async function prepare(index: number): Promise<Reviewed> {
    const { app, staff } = system;
    const made = await createMomentWithImages(staff, REVIEWERS);
    const opened = made.images.map((_image, at) =>
      visit(app, api.url, made.moment.id, addressOf(index * REVIEWERS + at)),
    );
    return { ...made, reviewers: await Promise.all(opened) };
  }

  /** A few at a time, since pictures take their time to be decoded. */
  const prepareAll = (): Promise<Reviewed[]> => callEach(many(MOMENTS), prepare, 4);

  const verdictOf = (at: number): Verdict =>
    at % 2 === 0 ? { verdict: 'approve' } : { verdict: 'reject', feedback: `Reviewer ${at} wants more light` };

  /** Everybody decides on one image, and clicks twice. */
  const decisionsOf = ({ images, reviewers }: Reviewed): Promise<number>[] =>
    reviewers.flatMap((reviewer, at) => {
      const click = (): Promise<number> => reviewer.decide(images[at]!.id, verdictOf(at));
      return [click(), click()];
    });

  async function expectDecided({ moment, images, reviewers }: Reviewed): Promise<void> {
    const { staff } = system;
    const rows = await imagesOf(staff, moment.id);
    const { body: history } = await staff.get(`/api/moments/${moment.id}/history`).query({ limit: 200 }).expect(200);
    for (const [at, { id }] of images.entries()) {
      const { verdict, ...more } = verdictOf(at);
      const status = verdict === 'approve' ? 'approved' : 'rejected';
      const feedback = 'feedback' in more ? more.feedback : '';
      expect(rows.find((row) => row.id === id)).toMatchObject({ status, feedback });
      const recorded = (history as HistoryEntry[]).filter((entry) => entry.imageId === id && entry.actor === 'visitor');
      expect(recorded).toMatchObject([{ action: `image.${status}`, feedback }]);
      for (const { live } of reviewers) {
        const last = live.all('image.changed').findLast((image) => image.id === id);
        expect(last).toMatchObject({ status, feedback });
      }
    }
  }

  fault(
    {
      what: `${MOMENTS * REVIEWERS} reviewers on sockets, each at an address of their own`,
      done: `decide at once on ${MOMENTS} moments, twice each, while ${RUNS} caption runs of these go on and staff upload`,
      checked:
        'no error; every decision is in its row and once in the history, and reached every watcher; rows and files agree',
    },
    async () => {
      const { app, staff, env } = system;
      const all = await prepareAll();
      const target = await createMoment(staff);
      await metrics.measure();
      const begun = performance.now();
      await Promise.all(all.slice(0, RUNS).map(({ moment }) => generate(staff, moment.id)));
      const uploads = Array.from({ length: UPLOADS }, (_none, at) =>
        upload(staff, target.id, [`a${at}.jpg`, `b${at}.jpg`]),
      );
      const statuses = await Promise.all(all.flatMap(decisionsOf));
      const seconds = (performance.now() - begun) / 1000;
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      expect((await Promise.all(uploads)).flat()).toHaveLength(2 * UPLOADS);
      for (const { moment } of all.slice(0, RUNS)) {
        await eventually(async () => {
          const run = await captionRun(staff, moment.id);
          expect({ ...run, isActive: isRunActive(run.state) }).toMatchObject({ isActive: false, failed: 0 });
        });
      }
      for (const reviewed of all) await eventually(() => expectDecided(reviewed));
      const measures = await metrics.measure();
      const p99 = (measures.get('nodejs_eventloop_lag_p99_seconds') ?? NaN) * 1000;
      console.log(
        `${statuses.length} decisions in ${seconds.toFixed(1)} s; event loop delay of the API: p99 ${p99.toFixed(0)} ms`,
      );
      expect(p99).toBeGreaterThan(0);
      for (const { reviewers } of all) for (const reviewer of reviewers) reviewer.leave();
      expect(api.log()).not.toMatch(/"level":"(error|warn)"|\b(ERROR|WARN)\b/);
      await expectAgreement(app, env);
    },
  );
});
