import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect } from '@jest/globals';
import { Client } from 'pg';
import type { TestApp } from '../app.js';
import { endedRun, generate } from '../captions.js';
import { createMomentWithImages } from '../factories.js';
import { startSystem } from '../system.js';
import { startWorker } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { stretched } from '../stretched.js';

afterEach(endAll);

/** How long another program keeps a row locked. */
const LOCK_MS = 20_000;
/** Between two requests: ten a second. */
const PAUSE_MS = 100;

/** Another program that locks the row of a moment; returns what ends its transaction. */
async function lockMoment({ databaseUrl }: TestApp, momentId: string): Promise<() => Promise<unknown>> {
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  later(other, (one) => one.end().catch(() => undefined));
  await other.query('BEGIN');
  await other.query('SELECT FROM moments WHERE "id" = $1 FOR UPDATE', [momentId]);
  return () => other.query('ROLLBACK');
}

interface Timed {
  path: string;
  status: number;
  body: { message?: string };
  retryAfter: string | null;
  milliseconds: number;
}

async function timed(url: string, path: string, init?: RequestInit): Promise<Timed> {
  const begun = performance.now();
  const answer = await fetch(url + path, init);
  const body = (await answer.json()) as Timed['body'];
  const retryAfter = answer.headers.get('Retry-After');
  return { path, status: answer.status, body, retryAfter, milliseconds: performance.now() - begun };
}

describe('PostgreSQL', () => {
  fault(
    {
      what: 'A row locked by another program',
      done: 'for 20 s, while ten decisions a second want it and a caption of it is drafted',
      checked: 'the decisions get a 503 that says busy, everything else goes on as ever; the AI is asked once',
    },
    async () => {
      const system = later(await startSystem('PostgreSQL'), (one) => one.close());
      const { app, ai, staff } = system;
      const { moment, images } = await createMomentWithImages(staff, 2);
      await startWorker(app, system.env);
      ai.always({ delayMs: 1000 });
      await generate(staff, moment.id);
      await ai.received(1);
      const release = await lockMoment(app, moment.id);
      const end = Date.now() + LOCK_MS;
      const decisions: Promise<Timed>[] = [];
      const others: Promise<Timed>[] = [];
      while (Date.now() < end) {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"version":1}' };
        decisions.push(timed(app.url, `/api/images/${images[1]!.id}/approve`, init));
        others.push(timed(app.url, decisions.length % 2 ? '/api/health/ready' : `/api/public/${moment.id}/images`));
        await delay(PAUSE_MS);
      }
      for (const answer of await Promise.all(decisions)) {
        expect(answer).toMatchObject({ status: 503, retryAfter: '2', body: { message: /busy/ } });
        expect(answer.milliseconds).toBeLessThan(stretched(7000));
      }
      const slow = (await Promise.all(others)).filter(
        ({ status, milliseconds }) => status !== 200 || milliseconds > stretched(4000),
      );
      expect(slow).toEqual([]);
      await release();
      expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: 2, failed: 0 });
      expect(ai.requests).toHaveLength(2);
      await expectAgreement(app, system.env);
    },
  );
});
