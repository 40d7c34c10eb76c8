import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import request from 'supertest';
import { STAFF_EMAIL, STAFF_PASSWORD, type Agent } from '../app.js';
import { endedRun, generate } from '../captions.js';
import { eventually } from '../eventually.js';
import { createClient, createMoment, createMomentWithImages, jpeg, upload } from '../factories.js';
import { startSystem, type System } from '../system.js';
import { endWorkers } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import type { Measures } from './measured.js';
import { growthOf, sampleOf, startSubjects, type Sample } from './subjects.js';
import { addressOf, visit, type Verdict } from './visitor.js';

const SOAK_SECONDS = Number(process.env['SOAK_SECONDS'] ?? 600);
/** Meanwhile caches fill and code is compiled, again and again; and uses per address are counted for a minute. */
const WARM_UP_SECONDS = SOAK_SECONDS / 3;
const SAMPLES = 30;
/** What is shorter is all noise: its slope is printed, and nothing concluded from it. */
const IS_LONG_ENOUGH = SOAK_SECONDS >= 300;
/** What the system has given grows in steps, and is hardly ever given back. */
const MB_PER_MINUTE = { heap: 0.5, memory: 5 };
const VISITS = 50;

describe('the product over time', () => {
  let system: System;
  let staff: Agent;
  let subjects: Awaited<ReturnType<typeof startSubjects>>;
  let visitors = 0;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
    system.ai.always({ delayMs: 20 });
    subjects = await startSubjects(system.app, system.env);
    staff = request.agent(subjects.url);
    await staff.post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD }).expect(200);
  });
  afterAll(async () => {
    await endWorkers();
    await system.close();
  });

  /** Somebody opens a link, looks, decides on an image and leaves. */
  async function visitOnce(momentId: string): Promise<void> {
    visitors += 1;
    const isEven = visitors % 2 === 0;
    const verdict: Verdict = isEven ? { verdict: 'approve' } : { verdict: 'reject', feedback: 'Too dark' };
    const visitor = await visit(system.app, subjects.url, momentId, addressOf(visitors));
    const [image] = await visitor.images();
    // The next visitor may have been faster.
    expect([200, 409]).toContain(await visitor.decide(image!.id, verdict));
    visitor.leave();
  }

  /** A package from its upload to its end, with everything that people do to it. */
  async function workOnce(clientId: string): Promise<void> {
    const { id } = await createMoment(staff, { clientId });
    const [first, second] = await upload(staff, id, ['a.jpg', 'b.jpg']);
    await generate(staff, id);
    await endedRun(staff, id);
    await Promise.all([visitOnce(id), visitOnce(id), visitOnce(id)]);
    await staff.patch(`/api/images/${first!.id}`).send({ title: 'Another' }).expect(200);
    await staff
      .post(`/api/images/${second!.id}/replace`)
      .attach('image', await jpeg(), 'c.jpg')
      .expect(200);
    await staff.delete(`/api/moments/${id}`).expect(204);
  }

  fault(
    {
      what: `${VISITS} people who open a review page and leave again`,
      done: 'each from an address of their own, with a live connection and a decision',
      checked: 'no socket, timer or listener of theirs is left in the API',
    },
    async () => {
      const { api } = subjects;
      const { moment } = await createMomentWithImages(staff, 2);
      await visitOnce(moment.id);
      const before = resourcesOf(await api.measure());
      for (let done = 0; done < VISITS; done += 10) {
        await Promise.all(Array.from({ length: 10 }, () => visitOnce(moment.id)));
      }
      // The pool of the database may have shrunk meanwhile.
      await eventually(async () => {
        const now = resourcesOf(await api.measure());
        const more = Object.entries(now).filter(([name, count]) => count > (before[name] ?? 0));
        expect({ more, before }).toEqual({ more: [], before });
      });
      expect((await api.measure()).get('gmb_live_sockets{audience="visitors"}')).toBe(0);
      expect(api.process.log()).not.toContain('MaxListenersExceeded');
    },
  );

  async function takeSamples(): Promise<{ api: Sample[]; worker: Sample[] }> {
    await delay(WARM_UP_SECONDS * 1000);
    const pause = ((SOAK_SECONDS - WARM_UP_SECONDS) / (SAMPLES - 1)) * 1000;
    const taken: { api: Sample[]; worker: Sample[] } = { api: [], worker: [] };
    for (let count = 0; count < SAMPLES; count += 1) {
      if (count > 0) await delay(pause);
      taken.api.push(await sampleOf(subjects.api));
      taken.worker.push(await sampleOf(subjects.worker));
    }
    return taken;
  }

  fault(
    {
      what: 'steady mixed work, ten minutes long or SOAK_SECONDS',
      done: 'packages made, captioned, reviewed live, edited, replaced and deleted, again and again',
      checked: IS_LONG_ENOUGH
        ? 'what API and worker hold in memory stays flat after a warm-up; rows and files agree'
        : 'rows and files agree; too short to say what happens to memory',
    },
    async () => {
      const { id: clientId } = await createClient(staff);
      const progress = { isOver: false, packages: 0 };
      const people = [1, 2].map(async () => {
        for (; !progress.isOver; progress.packages += 1) await workOnce(clientId);
      });
      const work = Promise.all(people);
      const failed = work.then(() => Promise.reject(new Error('ended before they were stopped')));
      const samples = await Promise.race([takeSamples(), failed]).finally(() => (progress.isOver = true));
      await work;
      const growth = [growthOf('API', samples.api), growthOf('worker', samples.worker)];
      console.log([`${progress.packages} packages in ${SOAK_SECONDS} s`, ...growth.map(({ line }) => line)].join('\n'));
      await expectAgreement(system.app, system.env);
      for (const { heap, memory } of IS_LONG_ENOUGH ? growth : []) {
        expect(heap).toBeLessThan(MB_PER_MINUTE.heap);
        expect(memory).toBeLessThan(MB_PER_MINUTE.memory);
      }
    },
    (SOAK_SECONDS + 180) * 1000,
  );
});

function resourcesOf(measures: Measures): Record<string, number> {
  return Object.fromEntries([...measures].filter(([name]) => name.startsWith('nodejs_active_resources{')));
}
