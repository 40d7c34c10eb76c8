import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.js';
import { makeDataDir } from './data-dir.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { buildFrontendIfStale } from './frontend-build.js';
import { takeLock, type Lock } from './lock.js';
import { tryPort } from './port.js';
import { lasting, NODE_FLAGS, runToEnd, type ProgramOptions } from './programs.js';
import { keptSessionSecret } from './session-secret.js';
import { messageOf, StartError } from './start-error.js';
import { Supervised } from './supervisor.js';

/** After a crash its API may need a moment to notice and to let go of the port. */
const CRASHED_PORT_WAIT_MS = 10_000;

interface ProductOptions {
  /** The project's folder. */
  root: string;
  /** The folder of main.js and migrate.js. */
  programs: string;
  print: (line: string) => void;
}

interface Stoppable {
  stop(): Promise<void>;
  force(): void;
}

/** The whole product on one machine: database, API and workers. */
export class Product {
  forced = false;
  private lock?: Lock;
  private database?: Stoppable;
  private readonly processes: Stoppable[] = [];
  private announced?: string;

  constructor(private readonly options: ProductOptions) {}

  /** Resolves when everything was started; `stop` must follow in any case. */
  async start(config: Config, signal: AbortSignal): Promise<void> {
    const { root, print } = this.options;
    const dataDir = await makeDataDir(config.dataDir);
    this.lock = await takeLock(dataDir, config.port === 0 ? undefined : addressOf(config));
    await checkPort(config, this.lock.afterCrash ? CRASHED_PORT_WAIT_MS : 0);
    const env = {
      DATA_DIR: dataDir,
      SESSION_SECRET: config.sessionSecret ?? (await keptSessionSecret(dataDir)),
      DATABASE_URL: config.databaseUrl ?? (await this.startDatabase(dataDir, signal)),
    };
    signal.throwIfAborted();
    await buildFrontendIfStale(root, print, signal);
    const first = { ...env, ADMIN_PASSWORD: config.adminPassword };
    await runToEnd(this.program('Preparing the database', 'migrate.js', first), signal);
    await this.startProcesses(config, env);
  }

  /** Stops the processes, then their database, and waits until all are gone. */
  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
    await this.database?.stop();
    await this.lock?.release();
  }

  /** Ends a stop that takes too long. */
  force(): void {
    this.forced = true;
    for (const process of this.processes) process.force();
    this.database?.force();
  }

  private async startDatabase(dataDir: string, signal: AbortSignal): Promise<string> {
    const database = await startEmbeddedPostgres({ dataDir, print: this.options.print, signal });
    this.database = database;
    return database.url;
  }

  private async startProcesses(config: Config, env: NodeJS.ProcessEnv): Promise<void> {
    const onReady = (url: string | undefined) => this.announce(url ?? addressOf(config));
    const apiEnv = { ...env, ...metricsOf(config, 0), ROLES: 'api' };
    const api = { ...this.program('The API', 'main.js', apiEnv), flags: NODE_FLAGS.api, onReady };
    const workers = Array.from({ length: config.workers }, (_, index) => ({
      ...this.program(`Worker ${index + 1}`, 'main.js', { ...env, ...metricsOf(config, index + 1), ROLES: 'worker' }),
      flags: NODE_FLAGS.worker,
    }));
    for (const program of [api, ...workers]) {
      const supervised = new Supervised(lasting(program), this.options.print);
      this.processes.push(supervised);
      await supervised.start();
    }
  }

  private program(name: string, file: string, env: NodeJS.ProcessEnv): ProgramOptions {
    return { name, file: join(this.options.programs, file), env };
  }

  private announce(url: string): void {
    if (url === this.announced) return;
    this.announced = url;
    this.options.print(`GMB Moments is ready at ${url}`);
    this.lock?.announce(url).catch((error: unknown) => this.options.print(messageOf(error)));
  }
}

// Each process measures itself.
function metricsOf({ metrics }: Config, index: number): NodeJS.ProcessEnv {
  return metrics
    ? { METRICS: `${metrics.host.includes(':') ? `[${metrics.host}]` : metrics.host}:${metrics.port + index}` }
    : {};
}

async function checkPort({ port, host }: Config, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  let { refused } = await tryPort(port, host);
  while (refused?.code === 'EADDRINUSE' && performance.now() < deadline) {
    await delay(100);
    ({ refused } = await tryPort(port, host));
  }
  if (!refused) return;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT: got "${port}", which another program already uses on ${host}: stop that program, or set PORT to a free port`,
    EACCES: `PORT: got "${port}", which this user may not open: set PORT to 1024 or more`,
  };
  throw new StartError(
    reasons[refused.code ?? ''] ?? `HOST: got "${host}", which cannot be opened (${refused.message})`,
  );
}

function addressOf({ port, host }: Config): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
