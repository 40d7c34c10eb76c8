import { randomBytes } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type TestApp } from '../app.js';
import { endedRun, generate, imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { startPostgres } from '../postgres.js';
import { smallDisk, whyNoSmallDisk } from '../small-disk.js';
import { startStage } from '../stage.js';
import { startWorker } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { later } from './later.js';

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

/** Puts the table of clients on a disk of its own, which PostgreSQL's user may write to. */
async function moveClientsTo({ db }: TestApp, disk: string): Promise<void> {
  const [{ data_directory: directory }] = await db.query<[{ data_directory: string }]>('SHOW data_directory');
  const { uid, gid } = await stat(directory);
  const folder = join(disk, 'tablespace');
  await mkdir(folder);
  for (const path of [disk, folder]) await chown(path, uid, gid);
  await db.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
  await db.query('ALTER TABLE clients SET TABLESPACE small');
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

const noDisk = await whyNoSmallDisk();

describe('PostgreSQL', () => {
  fault(
    {
      what: 'A row locked by another program',
      done: 'for 20 s, while ten decisions a second want it and a caption of it is drafted',
      checked: 'the decisions get a 503 that says busy, everything else goes on as ever; the AI is asked once',
    },
    async () => {
      const stage = later(await startStage('PostgreSQL'), (one) => one.close());
      const { app, ai, staff } = stage;
      const { moment, images } = await createMomentWithImages(staff, 2);
      await startWorker(app, stage.env);
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
        expect(answer.milliseconds).toBeLessThan(7000);
      }
      const slow = (await Promise.all(others)).filter(
        ({ status, milliseconds }) => status !== 200 || milliseconds > 4000,
      );
      expect(slow).toEqual([]);
      await release();
      expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: 2, failed: 0 });
      expect(ai.requests).toHaveLength(2);
      await expectAgreement(app, stage.env);
    },
  );

  fault(
    {
      what: 'A read-only database',
      done: 'as after a failover to a server in recovery, while reads and changes come',
      checked:
        'changes get a 503 that says so, reads go on, readiness notices; all goes on when it takes changes again',
    },
    async () => {
      const postgres = await startPostgres();
      const app = later(await startApp({}, postgres), (one) => one.close());
      const staff = await app.staff();
      const { moment, images } = await createMomentWithImages(staff, 1);
      const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
        const admin = new Client({ connectionString: postgres.url });
        await admin.connect();
        await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
        await admin.query('SELECT pg_reload_conf()');
        await admin.end();
      };
      const ready = () => app.visitor().get('/api/health/ready');
      const approve = () => app.visitor().post(`/api/images/${images[0]!.id}/approve`).send({ version: 1 });
      await setReadOnly('on');
      const message = 'The database takes no changes right now. Please try again in a minute.';
      await eventually(async () =>
        expect(await approve()).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE', message } }),
      );
      await eventually(async () =>
        expect(await ready()).toMatchObject({
          status: 503,
          body: { code: 'DATABASE_UNAVAILABLE', message: 'The database takes no changes right now.' },
        }),
      );
      expect((await app.visitor().get(`/api/public/${moment.id}/images`)).status).toBe(200);
      await setReadOnly('off');
      await eventually(async () => expect((await ready()).status).toBe(200));
      await eventually(async () => expect((await approve()).status).toBe(200));
      await expectAgreement(app);
    },
  );

  fault(
    {
      what: 'A full disk of the database',
      done: 'while changes come, and with room again',
      checked: 'changes get a 503 that says so, what was acknowledged stays; all goes on when there is room',
      missing: noDisk,
    },
    async () => {
      const disk = later(await smallDisk(), (one) => one.remove());
      const postgres = await startPostgres();
      const app = later(await startApp({}, postgres), (one) => one.close());
      const staff = await app.staff();
      const { moment } = await createMomentWithImages(staff, 1);
      await moveClientsTo(app, disk.folder);
      await disk.leave(100_000);
      // Letters that PostgreSQL cannot compress.
      const notes = randomBytes(2000).toString('hex');
      const names: string[] = [];
      await eventually(async () => {
        const business = `Client ${names.length}`;
        const answer = await staff.post('/api/clients').send({ business, notes });
        if (answer.status === 201) names.push(business);
        expect(answer).toMatchObject({ status: 503, body: { message: /^The disk of the database is full\./ } });
      });
      await disk.leave(8 * 1024 * 1024);
      await eventually(async () =>
        expect((await staff.post('/api/clients').send({ business: 'After', notes })).status).toBe(201),
      );
      const { body } = await staff.get('/api/clients').expect(200);
      const kept = (body as { business: string }[]).map(({ business }) => business);
      expect(kept).toEqual(expect.arrayContaining(['After', ...names]));
      expect(await imagesOf(staff, moment.id)).toHaveLength(1);
      await expectAgreement(app);
    },
  );
});
