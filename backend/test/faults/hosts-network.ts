import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { SESSION_SECRET, STAFF_EMAIL, STAFF_PASSWORD, type TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { startFakeAi, type FakeAi } from '../fake-ai.js';
import { makeHosts, type Host, type Program } from '../hosts.js';
import type { SmallDisk } from '../small-disk.js';
import { makePostgres, type PostgresOnHost } from './hosts-postgres.js';
import { folder, makeStorage, type Clock } from './hosts-programs.js';
import { later } from './later.js';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
/** The names that lead to the Redis and the PostgreSQL in use. */
const QUEUE = 'queue';
const DATABASE = 'database';
const PRODUCT = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
const STORES = ['postgres', 'redis', 'storage'] as const;
/** Those that wait for a failover. */
const SECOND = ['postgres-2', 'redis-2'] as const;
const NAMES = [...PRODUCT, ...STORES, ...SECOND] as const;
const MINIO_ACCOUNT = { MINIO_ROOT_USER: 'minioadmin', MINIO_ROOT_PASSWORD: 'minioadmin' };

/** A host, by what runs on it. */
export type Name = (typeof NAMES)[number];
/** A host of PostgreSQL. */
export type DatabaseName = 'postgres' | 'postgres-2';

/** The product, each part on a host of its own. */
export interface Network {
  host: Record<Name, Host>;
  ai: FakeAi;
  /** As far as people at work need one. */
  app: TestApp;
  /** Address of the database in use, which can be reached from here, too. */
  readonly databaseUrl: string;
  database: Record<DatabaseName, PostgresOnHost>;
  /** What configures a process of the product that runs here. */
  env: Record<string, string>;
  disks: Disks;
  clocks: Clocks;
  /** Starts what ends with its host's processes. */
  start(name: Name): Promise<void>;
  /** `kill -9`, and a start as a supervisor would do it. */
  restart(name: Name): Promise<void>;
  /** Stops a PostgreSQL in order: its standby has all that it wrote. */
  stop(name: DatabaseName): Promise<void>;
  /** Starts a PostgreSQL as the standby of the other one. */
  startStandby(name: DatabaseName): Promise<void>;
  /** Whether the program on a host has ended by itself. */
  hasEnded(name: Name): boolean;
  /** All that the program on a host said since it started. */
  log(name: Name): string;
  /** Has the queue's name lead to the Redis on this host. */
  leadQueueTo(name: 'redis' | 'redis-2'): Promise<void>;
  /** Has the database's name lead to the PostgreSQL on this host. */
  leadDatabaseTo(name: DatabaseName): Promise<void>;
}

type Disks = Partial<Record<'postgres' | 'storage', SmallDisk>>;
type Clocks = Partial<Record<Name, Clock>>;

/**
 * Starts all hosts, which are removed after the test.
 * @param disks small ones for the data of these hosts
 * @param clocks those that the processes on these hosts go by
 */
export async function startNetwork(disks: Disks = {}, clocks: Clocks = {}): Promise<Network> {
  const hosts = later(await makeHosts(NAMES), (made) => made.remove());
  const { host } = hosts;
  const ai = later(await startFakeAi(), (one) => one.close());
  const shownAi = later(await hosts.showOutside(ai.url), async (one) => one.close());
  const [postgres, postgres2] = await makePostgres([host.postgres, host['postgres-2']], disks.postgres?.folder);
  const database = { postgres, 'postgres-2': postgres2 };
  const byName = new URL(postgres.url);
  byName.hostname = DATABASE;
  const storage = await makeStorage(disks.storage?.folder);
  const stores = {
    DATABASE_URL: byName.href,
    S3_ENDPOINT: `http://${host.storage.address}:9000`,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY: storage.accessKey,
    S3_SECRET_KEY: storage.secretKey,
  };
  const env = {
    ...stores,
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: '3000',
    SESSION_SECRET,
    REDIS_URL: `redis://${QUEUE}:6379`,
    OPENAI_BASE_URL: shownAi.url,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODEL: 'fake-vision',
  };
  const data = await folder('data');
  const product = (role: 'api' | 'worker') => async (name: Name) => {
    const own = { ROLES: role, DATA_DIR: join(data, name), ...clocks[name]?.env };
    const program = ['node', '--max-semi-space-size=2', MAIN];
    const started = host[name].start(program, { env: { ...env, ...own }, ipc: true });
    await untilReady(started);
    return started;
  };
  const redis = async (name: Name): Promise<Program> => {
    // A replica writes what it gets from its primary into a file.
    const files = ['--save', '', '--dir', data, '--dbfilename', `${name}.rdb`];
    return host[name].start(['redis-server', '--bind', '0.0.0.0', '--protected-mode', 'no', ...files]);
  };
  const starts: Record<Name, (name: Name) => Promise<Program>> = {
    postgres: () => postgres.start(clocks.postgres?.env),
    'postgres-2': () => postgres2.follow(postgres),
    redis,
    'redis-2': redis,
    storage: async () => {
      const started = host.storage.start(storage.program, { env: { HOME: tmpdir(), ...MINIO_ACCOUNT } });
      await eventually(async () => void (await fetch(env.S3_ENDPOINT)));
      return started;
    },
    'api-1': product('api'),
    'api-2': product('api'),
    'worker-1': product('worker'),
    'worker-2': product('worker'),
  };
  // Before the folders are removed that they write to.
  later(host, (all) => Promise.all(Object.values(all).map((one) => one.signal('SIGKILL'))));
  const programs = new Map<Name, Program>();
  const start = async (name: Name): Promise<void> => void programs.set(name, await starts[name](name));
  const leadQueueTo = (name: 'redis' | 'redis-2'): Promise<void> => hosts.lead(QUEUE, host[name]);
  let inUse: DatabaseName = 'postgres';
  const leadDatabaseTo = async (name: DatabaseName): Promise<void> => {
    inUse = name;
    await hosts.lead(DATABASE, host[name]);
  };
  await leadQueueTo('redis');
  await leadDatabaseTo('postgres');
  for (const name of STORES) await start(name);
  await Promise.all(PRODUCT.map(start));
  return {
    host,
    ai,
    app: await appOn(host['api-1']),
    get databaseUrl() {
      return database[inUse].url;
    },
    database,
    env: { ...stores, REDIS_URL: `redis://${host.redis.address}:6379` },
    disks,
    clocks,
    start,
    restart: async (name) => {
      await host[name].signal('SIGKILL');
      await start(name);
    },
    stop: async (name) => {
      const { child } = programs.get(name)!;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
    startStandby: async (name) => {
      const primary = database[name === 'postgres' ? 'postgres-2' : 'postgres'];
      programs.set(name, await database[name].follow(primary));
    },
    hasEnded: (name) => {
      const { exitCode, signalCode } = programs.get(name)!.child;
      return exitCode !== null || signalCode !== null;
    },
    log: (name) => programs.get(name)!.log(),
    leadQueueTo,
    leadDatabaseTo,
  };
}

async function appOn({ address }: Host): Promise<TestApp> {
  const url = `http://${address}:3000`;
  const staff = request.agent(url);
  await staff.post('/api/register').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD, name: 'Ada' }).expect(201);
  return { url, staff: async () => staff, visitor: () => request.agent(url) } as unknown as TestApp;
}

async function untilReady({ child, log }: Program): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`A process did not start:\n${log()}`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
}
