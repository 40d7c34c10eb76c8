import { startApp, type Agent, type TestApp } from './app.js';
import type { TestDatabase } from './database.js';
import { startFakeAi, type FakeAi } from './fake-ai.js';
import { describeUnless, itUnless } from './it-unless.js';
import { NO_REDIS, startRedis, type TestRedis } from './redis.js';

const ALL = ['PostgreSQL', 'Redis'] as const;
export type Backend = (typeof ALL)[number];
const whyNot = (backend: Backend): string | null => (backend === 'Redis' ? NO_REDIS : null);
/** What the queue can run on here. */
export const BACKENDS = ALL.filter((backend) => whyNot(backend) === null);

/** A group of tests for each backend of the queue. */
export function describeOnEach(title: string, tests: (backend: Backend) => void): void {
  for (const backend of ALL) describeUnless(whyNot(backend), `${title} ${backend}`, () => tests(backend));
}

/** A skipped test for a group that plays its tests on all backends at once, where one is missing. */
export function skipMissingBackends(): void {
  const reason = whyNot('Redis');
  if (reason) itUnless(reason, 'the same with the queue on Redis', () => undefined);
}

/** An API whose AI is a fake provider, with its queue on the chosen backend. No worker runs yet. */
export interface System {
  backend: Backend;
  app: TestApp;
  ai: FakeAi;
  staff: Agent;
  /** Only where the queue is on Redis. */
  redis: TestRedis | null;
  /** Configures a worker process like the app. */
  env: Record<string, string>;
  close(): Promise<void>;
}

export async function startSystem(
  backend: Backend,
  more: Record<string, string> = {},
  database?: TestDatabase,
): Promise<System> {
  const redis = backend === 'Redis' ? await startRedis() : null;
  const ai = await startFakeAi();
  const env = {
    OPENAI_BASE_URL: ai.url,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODEL: 'fake-vision',
    ...(redis && { REDIS_URL: redis.url }),
    ...more,
  };
  const app = await startApp(env, database);
  const close = async (): Promise<void> => {
    try {
      await app.close();
    } finally {
      await ai.close();
      await redis?.stop();
    }
  };
  return { backend, app, ai, staff: await app.staff(), redis, env, close };
}

/** Plays a story on all stages at once, since most of it is waiting; a failure says where it happened. */
export function onAll(stages: System[], story: (system: System) => Promise<void>): () => Promise<void> {
  const play = async (system: System): Promise<void> => {
    system.ai.reset();
    await story(system).catch((error: Error) => {
      error.message = `With the queue on ${system.backend}: ${error.message}`;
      throw error;
    });
  };
  return async () => void (await Promise.all(stages.map(play)));
}
