import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect } from '@jest/globals';
import { startApp } from '../app.js';
import { endedRun, generate } from '../captions.js';
import { createDatabase, createEmptyDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { describeUnless } from '../it-unless.js';
import { startPgBouncer } from '../pgbouncer.js';
import { whyMissing } from '../programs.js';
import { runStatement } from '../statement.js';
import { staffSocket } from '../staff-socket.js';
import { runBuilt, startWorker } from '../worker-process.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';

afterEach(endAll);

/** A command as a whole process: its exit code, and what it printed. */
async function command(file: string, databaseUrl: string, dataDir: string, ...args: string[]) {
  const program = runBuilt(file, args, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'x'.repeat(32),
  });
  const output = Promise.all([text(program.stdout!), text(program.stderr!)]);
  const [code] = (await once(program, 'exit')) as [number];
  return { code, output: (await output).join('').trim() };
}

describeUnless(whyMissing('pgbouncer'), 'PgBouncer', () => {
  fault(
    {
      what: 'PgBouncer in session mode between the product and PostgreSQL',
      done: 'migrations, an API, a worker, captions, live events, a backup, a restore and the doctor',
      checked: 'all of them work',
    },
    async () => {
      const database = later(await createEmptyDatabase(), (one) => one.drop());
      const bouncer = later(await startPgBouncer(database.url, 'session'), (one) => one.stop());
      const data = { url: bouncer.url, drop: async () => undefined };
      const migrated = await command('cli/migrate.js', bouncer.url, '/tmp');
      expect(migrated).toMatchObject({ code: 0 });
      // The first to register is the app's member of staff.
      await runStatement(database.url, 'DELETE FROM users');
      const app = later(await startApp({}, data), (one) => one.close());
      const staff = await app.staff();
      await startWorker(app);
      const socket = later(await staffSocket(app), async (one) => one.close());
      const { moment } = await createMomentWithImages(staff, 2);
      await generate(staff, moment.id);
      expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: 2 });
      await eventually(() => expect(socket.received.map(({ name }) => name)).toContain('image.changed'));
      const archive = join(app.dataDir, 'backup.tar');
      expect(await command('cli/backup.js', bouncer.url, app.dataDir, archive)).toMatchObject({ code: 0 });
      expect(await command('cli/doctor.js', bouncer.url, app.dataDir)).toMatchObject({ code: 0 });
      const target = later(await createEmptyDatabase(), (one) => one.drop());
      const second = later(await startPgBouncer(target.url, 'session'), (one) => one.stop());
      expect(await command('cli/restore.js', second.url, app.dataDir, archive)).toMatchObject({ code: 0 });
    },
  );

  fault(
    {
      what: 'PgBouncer in transaction or statement mode',
      done: 'migrations, an API, a worker and a backup',
      checked: 'each ends with 1 and one line that names DATABASE_URL',
    },
    async () => {
      const database = later(await createDatabase(), (one) => one.drop());
      for (const mode of ['transaction', 'statement'] as const) {
        const { url } = later(await startPgBouncer(database.url, mode), (one) => one.stop());
        for (const file of ['cli/migrate.js', 'main.js', 'cli/backup.js']) {
          expect(await command(file, url, '/tmp')).toEqual({
            code: 1,
            output: expect.stringMatching(
              /^DATABASE_URL: leads to a pooler that gives each transaction another session .*$/,
            ),
          });
        }
      }
    },
  );
});
