import { randomBytes } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type TestApp } from '../app.js';
import { imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { startPostgres } from '../postgres.js';
import { smallDisk, whyNoSmallDisk } from '../small-disk.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';

afterEach(endAll);

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

const noDisk = await whyNoSmallDisk();

describe('PostgreSQL', () => {
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
