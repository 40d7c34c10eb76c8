import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  StartOnlyCheckout,
  findProcesses,
  temporaryFolder,
  waitUntil,
  type StartedProgram,
} from '../../../test/checkout.js';

jest.setTimeout(180_000);
const READY = /GMB Moments is ready at (http:\/\/localhost:(\d+))\n/;
const WORKER = /worker is process (\d+)\n/;

describe('npm start', () => {
  let checkout: StartOnlyCheckout;
  let dataDir: string;

  beforeEach(() => {
    checkout = new StartOnlyCheckout(join(temporaryFolder(), 'a checkout'));
    dataDir = join(checkout.root, '.data');
  });
  afterEach(() => checkout.remove());

  async function startAll(env: NodeJS.ProcessEnv = {}): Promise<StartedProgram> {
    const run = checkout.start(env);
    await run.waitForOutput(READY);
    await run.waitForOutput(WORKER);
    return run;
  }

  function postmaster(): number {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  }

  function serverOf(pid: number): string {
    return readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3] ?? String(pid);
  }

  const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
  const nothingRuns = () => waitUntil(() => findProcesses(checkout.root).length === 0, 'no process is left');

  it('starts everything, stops the processes before their database, and keeps the data', async () => {
    const first = await startAll();
    await first.waitForOutput(/start number 1\n/);
    expect(await first.stop()).toBe(0);
    expect(first.output).toMatch(/api stopped before its database\n/);
    expect(findProcesses(checkout.root)).toEqual([]);
    const second = await startAll();
    await second.waitForOutput(/start number 2\n/);
    expect(await second.stop('SIGINT')).toBe(0);
    expect(findProcesses(checkout.root)).toEqual([]);
  });

  it('keeps the secrets where only their owner reads them', async () => {
    const first = await startAll();
    const [, url = ''] = await first.waitForOutput(READY);
    const secret = await (await fetch(url)).text();
    expect(secret.length).toBeGreaterThanOrEqual(32);
    for (const name of ['session-secret', 'postgres.json', 'postgres.log']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    }
    await first.stop();
    const [, again = ''] = await (await startAll()).waitForOutput(READY);
    expect(await (await fetch(again)).text()).toBe(secret);
  });

  it('lets only their owner open the folders of DATA_DIR, also those that an earlier version opened to all', async () => {
    await (await startAll()).stop();
    expect(modeOf(dataDir)).toBe('700');
    const folders = [dataDir, join(dataDir, 'media'), join(dataDir, 'incoming')];
    for (const folder of folders) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o755);
    }
    await (await startAll()).stop();
    expect(folders.map(modeOf)).toEqual(['700', '700', '700']);
  });

  it('does not restrict a DATA_DIR that holds files of other users', async () => {
    mkdirSync(join(dataDir, 'media'), { recursive: true });
    writeFileSync(join(dataDir, 'of another program'), '');
    for (const folder of [dataDir, join(dataDir, 'media')]) chmodSync(folder, 0o755);
    await (await startAll()).stop();
    expect([modeOf(dataDir), modeOf(join(dataDir, 'media'))]).toEqual(['755', '700']);
  });

  it('refuses a second start on the same directory, and leaves the first alone', async () => {
    const first = await startAll();
    const [, url = ''] = await first.waitForOutput(READY);
    const second = checkout.start();
    expect(await second.ended).toBe(1);
    expect(second.output).toBe(`GMB Moments already runs on ${dataDir} at ${url}, as process ${first.child.pid}\n`);
    expect((await fetch(url)).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  it.each(['api', 'worker'])(
    'ends where the %s says that a setting is wrong, and starts it no second time',
    async (role) => {
      const run = checkout.start({ REFUSED_BY: role });
      expect(await run.ended).toBe(1);
      expect(run.output.match(/REDIS_URL: wrong\n/g)).toHaveLength(1);
      expect(run.output).not.toMatch(/starting it again|failed|code 1/);
      expect(findProcesses(checkout.root)).toEqual([]);
    },
  );

  it('runs beside another checkout', async () => {
    const other = new StartOnlyCheckout(join(temporaryFolder(), 'other'));
    try {
      const [first, second] = [await startAll(), other.start()];
      await second.waitForOutput(READY);
      await second.waitForOutput(/start number 1\n/);
      expect(await second.stop()).toBe(0);
      expect(await first.stop()).toBe(0);
    } finally {
      await other.remove();
    }
  });

  it('leaves no processes when it is killed, and then starts again', async () => {
    const first = await startAll();
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startAll();
    await second.waitForOutput(/start number 2\n/);
    expect(await second.stop()).toBe(0);
    await nothingRuns();
  });

  it('ends its programs when it is killed', async () => {
    const first = await startAll();
    first.child.kill('SIGKILL');
    await nothingRuns();
    expect(first.output).not.toMatch(/stopped before/);
  });

  it('replaces a PostgreSQL that still runs after all other processes were killed', async () => {
    const first = await startAll();
    const orphan = postmaster();
    for (const guard of findProcesses(`kill -INT "$0" ${orphan}`)) process.kill(guard, 'SIGKILL');
    first.child.kill('SIGKILL');
    await first.ended;
    expect(findProcesses(`-D ${dataDir}`)).toEqual([orphan]);
    const second = await startAll();
    await second.waitForOutput(/start number 2\n/);
    expect(postmaster()).not.toBe(orphan);
    expect(findProcesses(`-D ${dataDir}`)).toHaveLength(1);
  });

  it('does not kill other programs that got the process ids of the last start', async () => {
    const first = await startAll();
    first.child.kill('SIGKILL');
    await nothingRuns();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const lock = join(dataDir, 'start.lock.1');
    writeFileSync(lock, JSON.stringify({ ...JSON.parse(readFileSync(lock, 'utf8')), pid: other.pid }));
    writeFileSync(
      join(dataDir, 'postgres/postmaster.pid'),
      `${other.pid}\n${dataDir}/postgres\n1\n5432\n\n\n\nready\n`,
    );
    await (await startAll()).waitForOutput(/start number 2\n/);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill();
  });

  it('restarts a killed worker, and a killed PostgreSQL at the same address', async () => {
    const run = await startAll();
    const [, worker = ''] = await run.waitForOutput(WORKER);
    let seen = run.output.length;
    process.kill(Number(worker), 'SIGKILL');
    await run.waitForOutput(/Worker 1 ended with signal SIGKILL; starting it again in 0.25 s\n/, seen);
    await run.waitForOutput(WORKER, seen);
    const [pid, port] = [postmaster(), serverOf(postmaster())];
    seen = run.output.length;
    process.kill(pid, 'SIGKILL');
    await run.waitForOutput(/PostgreSQL ended with signal SIGKILL; starting it again in 0.25 s\n/, seen);
    const isOfAnother = (found: number) => found > 0 && found !== pid;
    await waitUntil(
      () => existsSync(join(dataDir, 'postgres/postmaster.pid')) && isOfAnother(postmaster()),
      'it runs again',
    );
    expect(serverOf(postmaster())).toBe(port);
    expect(await run.stop()).toBe(0);
    await nothingRuns();
  });

  it('says that the port is taken', async () => {
    const server = createServer().listen(0, '0.0.0.0');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const run = checkout.start({ PORT: String(port) });
    expect(await run.ended).toBe(1);
    expect(run.output).toBe(
      `PORT: got "${port}", which another program already uses on 0.0.0.0: stop that program, or set PORT to a free port\n`,
    );
    server.close();
  });

  it('says which variable is wrong', async () => {
    const run = checkout.start({ PORT: 'http', WORKERS: '-1' });
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(/^PORT: got "http".*\nWORKERS: got "-1".*\n$/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each(['file', 'file/below', '/proc/none/below'])('says that it cannot use the DATA_DIR %s', async (folder) => {
    writeFileSync(join(checkout.root, 'file'), '', { mode: 0o755 });
    const run = checkout.start({ DATA_DIR: folder });
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(/^DATA_DIR: got ".*", which this user cannot make or write to .*\n$/);
    expect(run.output).toContain(folder);
  });

  it('reads .env, and prefers the environment', async () => {
    writeFileSync(join(checkout.root, '.env'), 'DATA_DIR=from the file\nWORKERS=2\n');
    const run = await startAll({ WORKERS: '1' });
    expect(existsSync(join(checkout.root, 'from the file/postgres'))).toBe(true);
    await run.stop();
    expect(run.output.match(/worker is process/g)).toHaveLength(1);
  });

  it('reads an .env of Windows, with a mark at its beginning', async () => {
    writeFileSync(join(checkout.root, '.env'), '\uFEFFPORT=http\r\nexport WORKERS="-1"\r\n');
    const run = checkout.start({ PORT: undefined });
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(/^PORT: got "http".*\nWORKERS: got "-1".*\n$/);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFFWORKERS=2\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('WORKERS=2\n', 'utf16le')],
    ['windows-1252', Buffer.from('ADMIN_PASSWORD=gr\xFCne Wiesen\n', 'latin1')],
  ])('refuses an .env in %s', async (_encoding, content) => {
    writeFileSync(join(checkout.root, '.env'), content);
    const run = checkout.start();
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(/^\.env: .*save it as .*\n$/);
  });

  it('gives the password of the first member of staff to the migrations alone', async () => {
    writeFileSync(join(checkout.root, '.env'), 'ADMIN_PASSWORD=" spaces at both ends "\n');
    const run = await startAll();
    expect(await run.stop()).toBe(0);
    expect(run.output).toContain('the first password is  spaces at both ends \n');
    expect(run.output).not.toContain('knows the first password');
  });

  it('reads secrets from the files that variables name', async () => {
    writeFileSync(join(checkout.root, 'secret'), 'a secret of the file\n');
    const run = await startAll({ SESSION_SECRET_FILE: 'secret', ADMIN_PASSWORD_FILE: 'secret' });
    const [, url = ''] = await run.waitForOutput(READY);
    expect(await (await fetch(url)).text()).toBe('a secret of the file');
    expect(await run.stop()).toBe(0);
    expect(run.output).toContain('the first password is a secret of the file\n');
    expect(run.output).not.toContain('knows the first password');
  });

  it('refuses a variable that is given with its file', async () => {
    const run = checkout.start({ SESSION_SECRET: 'a secret of some length', SESSION_SECRET_FILE: 'secret' });
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(/^SESSION_SECRET_FILE: set, but SESSION_SECRET is set too: .*\n/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('uses the PostgreSQL of DATABASE_URL', async () => {
    const other = new StartOnlyCheckout(join(temporaryFolder(), 'other'));
    try {
      await other.start({ DATA_DIR: 'here' }).waitForOutput(READY);
      const { password, port } = JSON.parse(readFileSync(join(other.root, 'here/postgres.json'), 'utf8'));
      const run = await startAll({ DATABASE_URL: `postgres://gmb:${password}@127.0.0.1:${port}/gmb_moments` });
      await run.waitForOutput(/start number 2\n/);
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
      expect(await run.stop()).toBe(0);
    } finally {
      await other.remove();
    }
  });

  it('fails and stops its database when the migrations fail', async () => {
    writeFileSync(join(checkout.root, 'backend/dist/src/cli/migrate.js'), 'process.exit(3);');
    const run = checkout.start();
    expect(await run.ended).toBe(1);
    expect(run.output).toBe('Preparing the database failed: it ended with code 3\n');
    expect(findProcesses(checkout.root)).toEqual([]);
  });

  it('stops at any moment of the start', async () => {
    writeFileSync(
      join(checkout.root, 'backend/dist/src/cli/migrate.js'),
      'console.log("migrating"); setInterval(() => 0, 1e6)',
    );
    const run = checkout.start();
    await run.waitForOutput(/migrating/);
    expect(await run.stop()).toBe(0);
    expect(findProcesses(checkout.root)).toEqual([]);
  });

  it.each([
    ['npm alone, which hands it on', 'SIGTERM', 1],
    ['the whole group, as Ctrl-C does, so that it comes twice', 'SIGINT', -1],
  ] as const)('shuts down cleanly when a signal goes to %s', async (_, signal, target) => {
    const run = checkout.npmStart();
    await run.waitForOutput(READY);
    await run.waitForOutput(WORKER);
    process.kill(target * (run.child.pid ?? 0), signal);
    expect(await run.ended).toBe(0);
    expect(run.output).toMatch(/api stopped before its database\n/);
    await nothingRuns();
  });

  it('exits at once on a second signal', async () => {
    const main = join(checkout.root, 'backend/dist/src/main.js');
    writeFileSync(
      main,
      readFileSync(main, 'utf8').replace("process.on('SIGTERM', stop)", "process.on('SIGTERM', () => 0)"),
    );
    const run = await startAll();
    let ended = false;
    const code = run.ended.finally(() => (ended = true));
    await waitUntil(() => (run.child.kill('SIGTERM'), ended), 'it ended');
    expect(await code).toBe(1);
    await nothingRuns();
  });
});
