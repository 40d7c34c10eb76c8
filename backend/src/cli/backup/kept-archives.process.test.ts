import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { eventually } from '../../../test/eventually.js';
import { freePort } from '../../../test/free-port.js';
import { runBuilt } from '../../../test/worker-process.js';
import { defaultArchiveName, newestArchiveAt, removeOldArchives, removeUnfinished } from './kept-archives.js';

const HOUR_MS = 60 * 60_000;

describe('archives that a scheduled backup keeps', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gmb-kept-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are the newest; files of other names stay', async () => {
    const days = ['2026-01-31', '2026-02-01', '2026-02-02'];
    const names = days.map((day) => defaultArchiveName(new Date(`${day}T03:00:00Z`)));
    for (const name of [...names, 'monday.tar', '.gmb-moments-2026-02-01-030000.tar.x']) {
      await writeFile(join(folder, name), '');
    }
    expect(await removeOldArchives(folder, 2)).toEqual(['gmb-moments-2026-01-31-030000.tar']);
    expect((await readdir(folder)).toSorted()).toEqual(
      ['.gmb-moments-2026-02-01-030000.tar.x', ...names.slice(1), 'monday.tar'].toSorted(),
    );
    expect((await newestArchiveAt(folder))!.getTime()).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  it('are not joined by what a killed backup has left for an hour', async () => {
    const [left, fresh] = ['2026-01-31', '2026-02-01'].map((day) => defaultArchiveName(new Date(`${day}T03:00:00Z`)));
    for (const name of [left!, fresh!]) {
      await writeFile(join(folder, `${name}.part`), '');
      await mkdir(join(folder, `.${name}.aB3xYz`));
      await writeFile(join(folder, `.${name}.aB3xYz`, 'users.copy'), '');
    }
    const others = [left!, 'monday.tar.part', '.monday.tar.aB3xYz'];
    for (const name of others) await writeFile(join(folder, name), '');
    const long = new Date(Date.now() - HOUR_MS - 1000);
    const aged = [`${left}.part`, `.${left}.aB3xYz/users.copy`, `.${left}.aB3xYz`, `.${fresh}.aB3xYz`, ...others];
    for (const name of aged) await utimes(join(folder, name), long, long);
    await removeUnfinished(folder);
    const stay = [`${fresh}.part`, `.${fresh}.aB3xYz`, ...others];
    expect((await readdir(folder)).toSorted()).toEqual(stay.toSorted());
  });

  describe('in a process that goes on', () => {
    let database: TestDatabase;
    let child: ChildProcess | undefined;
    let metrics: number;
    beforeEach(async () => {
      database = await createDatabase();
      metrics = await freePort();
    });
    afterEach(async () => {
      if (child?.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      await database.drop();
    });

    function start(): ChildProcess {
      const env = { INIT_CWD: folder, DATABASE_URL: database.url, METRICS: String(metrics) };
      const args = ['--every', '24', '--keep', '2'];
      return runBuilt('cli/backup.js', args, { ...env, DATA_DIR: join(folder, 'data') });
    }

    const archives = async () => (await readdir(folder)).filter((name) => name.endsWith('.tar'));

    it('are made when the newest is older than the interval, and not at each start', async () => {
      const old = ['2026-01-01', '2026-01-02'].map((day) => defaultArchiveName(new Date(`${day}T03:00:00Z`)));
      const before = new Date(Date.now() - 25 * HOUR_MS);
      for (const name of old) {
        await writeFile(join(folder, name), '');
        await utimes(join(folder, name), before, before);
      }
      for (let turn = 0; turn < 2; turn += 1) {
        child = start();
        const seconds = await eventually(async () => {
          const text = await (await fetch(`http://127.0.0.1:${metrics}/api/metrics`)).text();
          const [, value] = /^gmb_last_backup_timestamp_seconds (\S+)$/m.exec(text) ?? [];
          expect(Date.now() / 1000 - Number(value)).toBeLessThan(120);
          return Number(value);
        });
        expect(seconds).toBeGreaterThan(0);
        expect(await archives()).toHaveLength(2);
        expect(await archives()).toContain(old[1]);
        child.kill('SIGTERM');
        await once(child, 'exit');
        expect(child.exitCode).toBe(0);
      }
    });
  });
});
