import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/cli/start/embedded-postgres.js';
import { ARENAS, NODE_FLAGS } from '../src/cli/start/supervisor.js';
import { startFakeAi, type FakeAi } from '../test/fake-ai.js';
import { startRedis } from '../test/redis.js';
import { startS3 } from '../test/s3.js';
import { startBare, startProcess, type StartedProcess } from './processes.js';

/** `embedded` keeps queue and files in PostgreSQL and on disk, `apart` in Redis and S3. */
export const SIZES = ['embedded', 'apart'] as const;
export type Size = (typeof SIZES)[number];

const ADMIN = { email: 'ada@example.com', password: 'a password of some length' };
const PROGRAM = new URL('../dist/src/main.js', import.meta.url);
const MIGRATION = new URL('../dist/src/cli/migrate.js', import.meta.url);

/** With `BENCH_PROFILE=<folder>` each process of the product writes a CPU profile there, for Chrome DevTools. */
const PROFILE = process.env['BENCH_PROFILE'];
const PROFILE_FLAGS = PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] : [];

/** The built product in production mode: one process per role, and a fake AI that answers at once. */
export interface Product {
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** Environment of its processes. */
  env: Record<string, string>;
  api: StartedProcess;
  ai: FakeAi;
  /** Headers of a signed-in member of staff. */
  staff: { cookie: string };
  startWorker(): Promise<StartedProcess>;
  /** Starts a program of `bare/`, which ends with the product. */
  startBare(name: string, env: Record<string, string>): Promise<StartedProcess>;
  stop(): Promise<void>;
}

function optionsOf(role: keyof typeof NODE_FLAGS) {
  return { execArgv: [...NODE_FLAGS[role], ...PROFILE_FLAGS] };
}

/**
 * Starts the database, the API and the fake AI; needs a build. `fill` writes to the migrated database before the API
 * starts.
 */
export async function startProduct(
  size: Size,
  { env: changes = {}, fill = async (_databaseUrl: string) => {} } = {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-bench-'));
  const ai = await startFakeAi();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), print: () => undefined });
  const services = size === 'apart' ? await startServices() : { env: {}, stop: async () => {} };
  const env = { ...environment(folder, postgres, ai), ...services.env, ...changes };
  await migrate(env);
  await fill(postgres.url);
  const api = await startProcess(PROGRAM, { ...env, ROLES: 'api' }, optionsOf('api'));
  const url = api.ready.url!;
  const others: StartedProcess[] = [];
  const stoppedLater = (started: StartedProcess): StartedProcess => {
    others.push(started);
    return started;
  };
  return {
    url,
    databaseUrl: postgres.url,
    dataDir: env.DATA_DIR,
    env,
    api,
    ai,
    staff: { cookie: await signIn(url) },
    startWorker: async () =>
      stoppedLater(await startProcess(PROGRAM, { ...env, ROLES: 'worker' }, optionsOf('worker'))),
    startBare: async (name, more) => stoppedLater(await startBare(name, more)),
    stop: async () => {
      await Promise.all([api, ...others].map((started) => started.stop()));
      await Promise.all([services.stop(), ai.close()]);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function environment(folder: string, postgres: EmbeddedPostgres, ai: FakeAi) {
  return {
    ...ARENAS,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    SESSION_SECRET: 'a secret of some length for the figures',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: ai.url,
    OPENAI_MODEL: 'fake-model',
    TRUST_PROXY: '1',
  };
}

async function startServices() {
  const [redis, s3] = await Promise.all([startRedis(), startS3()]);
  const { endpoint, bucket, accessKey, secretKey } = s3.config;
  return {
    env: {
      REDIS_URL: redis.url,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
    stop: async () => void (await Promise.all([redis.stop(), s3.stop()])),
  };
}

async function migrate(env: Record<string, string>): Promise<void> {
  const { runToEnd } = await import('../src/cli/start/supervisor.js');
  const program = { name: 'Preparing the database', file: MIGRATION.pathname, env };
  await runToEnd(program, new AbortController().signal);
}

/** Signs in, as the administrator unless it says otherwise, and returns the cookie of the session. */
export async function signIn(url: string, account = ADMIN): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

/**
 * Calls the API as a member of staff and returns the response's JSON; `undefined` for 204.
 * @throws Error on any status above 299
 */
export async function call<T>(product: Product, method: string, path: string, body?: unknown): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(product.url + path, {
    method,
    headers: { ...product.staff, ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}
