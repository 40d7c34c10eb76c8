import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/cli/start/embedded-postgres.js';
import { longRunning, runToEnd, Supervised } from '../src/cli/start/supervisor.js';
import { startRedis, type TestRedis } from './redis.js';
import { startS3, type TestS3 } from './s3.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAMS = join(ROOT, 'backend/dist/src');

export interface ClusterOptions {
  apis: number;
  workers: number;
  /** Port of the proxy; 0 for a free one. */
  port: number;
  /** Environment variables for all processes, in addition to those of the cluster. */
  env: Record<string, string>;
  print: (line: string) => void;
}

/**
 * The topology of docker-compose.yml as processes on loopback. API and worker processes that die are restarted, as
 * Docker does.
 */
export interface Cluster {
  /** The proxy in front of all API processes. */
  url: string;
  /** URLs of the API processes, without the proxy. */
  apis: string[];
  redis: TestRedis;
  databaseUrl: string;
  dataDir: string;
  /** The environment variables of all processes. */
  env: Record<string, string>;
  /** Shuts PostgreSQL down cleanly and starts it again at the same address. */
  restartPostgres(): Promise<void>;
  /** Ids of the running processes, in the order in which they were started. */
  pids(role: 'api' | 'worker'): number[];
  stop(): Promise<void>;
}

interface Services {
  folder: string;
  postgres: EmbeddedPostgres;
  redis: TestRedis;
  s3: TestS3;
}

/** Starts all processes and waits until they are ready. Needs a build, `redis-server` and `caddy`. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const services = await startServices();
  const env = environment(services, options.env);
  const migration = { name: 'Preparing the database', file: join(PROGRAMS, 'cli/migrate.js'), env };
  await runToEnd(migration, new AbortController().signal);
  const ports = await freePorts(options.apis + 1);
  const proxyPort = options.port || ports.pop()!;
  const apis = ports.slice(0, options.apis).map((port) => ({ url: `http://127.0.0.1:${port}`, port: String(port) }));
  const members = [
    ...apis.map(({ port }, index) => member('api', `API ${index + 1}`, { ...env, PORT: port }, options.print)),
    ...Array.from({ length: options.workers }, (_, index) =>
      member('worker', `Worker ${index + 1}`, env, options.print),
    ),
  ];
  await Promise.all(members.map(({ program }) => program.start()));
  const warning = await caddyWarning();
  if (warning) options.print(warning);
  const proxy = await startProxy(services.folder, proxyPort, apis);
  return {
    url: `http://localhost:${proxyPort}`,
    apis: apis.map(({ url }) => url),
    redis: services.redis,
    databaseUrl: env.DATABASE_URL!,
    dataDir: env.DATA_DIR!,
    env,
    restartPostgres: async () => {
      await services.postgres.stop();
      services.postgres = await startPostgres(services.folder);
    },
    pids: (role) => members.filter((one) => one.role === role).flatMap((one) => one.pid() ?? []),
    stop: async () => {
      await Promise.all([stopProxy(proxy), ...members.map(({ program }) => program.stop())]);
      await stopServices(services);
    },
  };
}

async function startServices(): Promise<Services> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-cluster-'));
  const [postgres, redis, s3] = await Promise.all([startPostgres(folder), startRedis(), startS3()]);
  return { folder, postgres, redis, s3 };
}

async function stopServices({ folder, postgres, redis, s3 }: Services): Promise<void> {
  await Promise.all([postgres.stop(), redis.stop(), s3.stop()]);
  await rm(folder, { recursive: true, force: true });
}

function startPostgres(folder: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), print: () => undefined });
}

function environment({ folder, postgres, redis, s3 }: Services, more: Record<string, string>): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    S3_ENDPOINT: s3.config.endpoint,
    S3_BUCKET: s3.config.bucket,
    S3_ACCESS_KEY: s3.config.accessKey,
    S3_SECRET_KEY: s3.config.secretKey,
    SESSION_SECRET: 'a secret that all processes of the cluster share',
    TRUST_PROXY: '1',
    ...more,
  };
}

function member(role: 'api' | 'worker', name: string, env: Record<string, string>, print: (line: string) => void) {
  const program = longRunning({ name, file: join(PROGRAMS, 'main.js'), env: { ...env, ROLES: role } });
  let child: ChildProcess | undefined;
  const launch = async (): Promise<ChildProcess> => {
    const launched = await program.launch(new AbortController().signal);
    // The first start waits for the program's ready message, as a container's health check does.
    if (!child) await once(launched, 'message');
    return (child = launched);
  };
  return { role, program: new Supervised({ ...program, launch }, print), pid: () => child?.pid };
}

/** Starts Caddy with the configuration of the `web` image, without TLS. */
async function startProxy(folder: string, port: number, apis: { port: string }[]): Promise<ChildProcess> {
  const config = join(folder, 'Caddyfile');
  const site = join(ROOT, 'docker/site.caddy');
  await writeFile(config, `{\n\tadmin off\n\tauto_https off\n}\n:${port} {\n\timport ${site}\n}\n`);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    SITE_ROOT: join(ROOT, 'frontend/dist'),
    API_UPSTREAMS: apis.map((api) => `127.0.0.1:${api.port}`).join(' '),
  };
  const proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  const failed = once(proxy, 'exit').then(() => {
    throw new Error('caddy exited');
  });
  failed.catch(() => undefined);
  await Promise.race([failed, once(proxy, 'spawn').then(() => waitUntilHealthy(port))]);
  return proxy;
}

/**
 * A sentence where the caddy on this machine is known to fail requests while APIs are replaced one after the other.
 */
async function caddyWarning(): Promise<string | null> {
  const { stdout } = await promisify(execFile)('caddy', ['version']);
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(stdout) ?? [];
  const isKnown = major !== undefined && Number(major) * 1000 + Number(minor) <= 2006;
  if (!isKnown) return null;
  return `caddy ${stdout.trim().split(' ')[0]} fails requests while APIs are restarted one by one: use a later one than 2.6`;
}

async function waitUntilHealthy(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function stopProxy(proxy: ChildProcess): Promise<void> {
  const exited = once(proxy, 'exit');
  if (proxy.exitCode === null && proxy.signalCode === null && proxy.kill('SIGKILL')) await exited;
}

/** Finds free ports. All are opened before the first is closed, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
