import { join } from 'node:path';
import type { Config } from '../../config.js';
import { connectionsOf, rolesOfStart } from '../../database/connections.js';
import { messageOf } from '../../platform/operator-error.js';
import { ReportedFailure } from '../../platform/process-failure.js';
import { createDataDir, ensureSessionSecret } from '../../platform/storage/data-dir.js';
import { compileOnChange, screensServer } from './development.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { buildOutdatedFrontend } from './frontend-build.js';
import { takeLock, type Lock } from './lock.js';
import { checkPort } from './port.js';
import { FOR_START } from './preparation.js';
import { longRunning, NODE_FLAGS, runToEnd, Supervised, type NodeProgram } from './supervisor.js';

const CONNECTIONS_MIN = 200;
/** Connections for a backup, the doctor and other commands. */
const CONNECTIONS_OF_COMMANDS = 50;

interface ProductOptions {
  /** The project's folder. */
  root: string;
  /** The folder of main.js and of `cli`. */
  programs: string;
  /** Whether changes of the sources take effect at once. */
  isDevelopment: boolean;
  print: (line: string) => void;
}

interface Stoppable {
  stop(): Promise<void>;
  force(): void;
}

/** The whole product on one machine: database, API and workers. */
export class Product {
  isForced = false;
  /** Rejects when a process has ended and will not be restarted; that process has printed why. */
  readonly failed: Promise<never>;
  private fail: (reason: ReportedFailure) => void = () => undefined;
  private lock?: Lock;
  private database?: Stoppable;
  private readonly processes: Supervised[] = [];
  private printedUrl?: string;

  constructor(private readonly options: ProductOptions) {
    this.failed = new Promise<never>((_resolve, reject) => (this.fail = reject));
    // Prevents an unhandled rejection while nothing waits for it yet.
    this.failed.catch(() => undefined);
  }

  /** Starts everything; resolves when it runs. `stop` must be called afterwards, also after a failure. */
  async start(config: Config, signal: AbortSignal): Promise<void> {
    const { root, isDevelopment, print } = this.options;
    const dataDir = await createDataDir(config.dataDir);
    this.lock = await takeLock(dataDir, config.port === 0 ? undefined : addressOf(config));
    await checkPort(config, this.lock.afterCrash);
    const env = {
      DATA_DIR: dataDir,
      SESSION_SECRET: config.sessionSecret ?? (await ensureSessionSecret(dataDir)),
      DATABASE_URL: config.databaseUrl ?? (await this.startDatabase(config, dataDir, signal)),
    };
    signal.throwIfAborted();
    if (!isDevelopment) await buildOutdatedFrontend(root, print, signal);
    const migrationEnv = { ...env, ADMIN_PASSWORD: config.adminPassword };
    const migration = this.program('Preparing the database', 'cli/migrate.js', migrationEnv);
    await runToEnd({ ...migration, args: [FOR_START] }, signal);
    if (config.s3) {
      // Before the processes, each of which would end and be restarted for ever. Loaded here, as few installations
      // need it.
      const { prepareStorage } = await import('../../prepare-storage.js');
      await prepareStorage(config, env.DATABASE_URL);
    }
    for (const program of this.apiAndWorkers(config, env)) await this.startProcess(program);
    if (isDevelopment) await this.watchSources(config, signal);
  }

  /** Stops the processes, then their database, and waits until all are gone. */
  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
    await this.database?.stop();
    await this.lock?.release();
  }

  /** Kills all processes, for a `stop` that takes too long. */
  force(): void {
    this.isForced = true;
    for (const process of this.processes) process.force();
    this.database?.force();
  }

  private async startDatabase(config: Config, dataDir: string, signal: AbortSignal): Promise<string> {
    const { sum } = connectionsOf(config, rolesOfStart(config));
    const settings = { max_connections: String(Math.max(CONNECTIONS_MIN, sum + CONNECTIONS_OF_COMMANDS)) };
    const database = await startEmbeddedPostgres({ dataDir, settings, print: this.options.print, signal });
    this.database = database;
    return database.url;
  }

  private apiAndWorkers(config: Config, env: NodeJS.ProcessEnv): NodeProgram[] {
    const api = {
      ...this.program('The API', 'main.js', { ...env, ...metricsOf(config, 0), ROLES: 'api' }),
      flags: NODE_FLAGS.api,
      onReady: (url = addressOf(config)) => this.printUrl(url),
    };
    const workers = Array.from({ length: config.workers }, (_, index) => ({
      ...this.program(`Worker ${index + 1}`, 'main.js', { ...env, ...metricsOf(config, index + 1), ROLES: 'worker' }),
      flags: NODE_FLAGS.worker,
    }));
    return [api, ...workers];
  }

  private program(name: string, file: string, env: NodeJS.ProcessEnv): NodeProgram {
    return { name, file: join(this.options.programs, file), env };
  }

  private async startProcess(program: NodeProgram): Promise<void> {
    const supervised = new Supervised(longRunning(program), this.options.print, () =>
      this.fail(new ReportedFailure(`${program.name} failed`)),
    );
    this.processes.push(supervised);
    await supervised.start();
  }

  private async watchSources(config: Config, signal: AbortSignal): Promise<void> {
    const { root, print } = this.options;
    const backendProcesses = [...this.processes];
    compileOnChange(root, {
      print,
      signal,
      onCompiled: () => backendProcesses.forEach((process) => process.restart()),
    });
    await this.startProcess(screensServer(root, addressOf(config)));
  }

  private printUrl(url: string): void {
    if (url === this.printedUrl) return;
    this.printedUrl = url;
    this.options.print(`GMB Moments is ready at ${url}`);
    this.lock?.setAddress(url).catch((error: unknown) => this.options.print(messageOf(error)));
  }
}

// Each process serves its own metrics on a port of its own.
function metricsOf({ metrics }: Config, index: number): NodeJS.ProcessEnv {
  if (!metrics) return {};
  const { host, port } = metrics;
  return { METRICS: `${host.includes(':') ? `[${host}]` : host}:${port + index}` };
}

function addressOf({ port, host }: Config): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
