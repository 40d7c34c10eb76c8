import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/start/embedded-postgres.js';
import { NODE_FLAGS } from '../src/start/programs.js';
import { startFakeAi, type FakeAi } from '../test/fake-ai.js';
import { startRedis } from '../test/redis.js';
import { startS3 } from '../test/s3.js';
import { startBare, startProcess, type Started } from './processes.js';

/** `embedded` keeps queue and files in PostgreSQL and on disk, `apart` in Redis and S3. */
export const SIZES = ['embedded', 'apart'] as const;
export type Size = (typeof SIZES)[number];

const ADMIN = { email: 'ada@example.com', password: 'a password of some length' };
const PROGRAM = new URL('../dist/src/main.js', import.meta.url);
const MIGRATION = new URL('../dist/src/migrate.js', import.meta.url);

/** With `BENCH_PROFILE=<folder>` each process of the product leaves a CPU profile there, to be opened in a browser's tools. */
const PROFILE = process.env['BENCH_PROFILE'];
const PROFILE_FLAGS = PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] : [];

/** The product as production runs it, each role in a process of its own, with an AI that answers at once. */
export interface Product {
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** Configures a further process of it. */
  env: Record<string, string>;
  api: Started;
  ai: FakeAi;
  /** Headers of a signed-in member of staff. */
  staff: { cookie: string };
  startWorker(): Promise<Started>;
  /** Starts a program of `bare/`, which ends with the product. */
  beside(bare: string, env: Record<string, string>): Promise<Started>;
  stop(): Promise<void>;
}

function optionsOf(role: keyof typeof NODE_FLAGS) {
  return { execArgv: [...NODE_FLAGS[role], ...PROFILE_FLAGS] };
}

/** Needs a build. `fill` writes to the migrated database before anything of the product runs. */
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
  const others: Started[] = [];
  const kept = (started: Started): Started => {
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
    startWorker: async () => kept(await startProcess(PROGRAM, { ...env, ROLES: 'worker' }, optionsOf('worker'))),
    beside: async (bare, more) => kept(await startBare(bare, more)),
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
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    SESSION_SECRET: 'a secret for the figures',
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
  const { runToEnd } = await import('../src/start/programs.js');
  const program = { name: 'Preparing the database', file: MIGRATION.pathname, env };
  await runToEnd(program, new AbortController().signal);
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

/** A call of the API as a member of staff; the answer's JSON. */
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
