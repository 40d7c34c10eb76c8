import { setTimeout as delay } from 'node:timers/promises';
import type { CaptionRunView } from '../src/contract/captions.js';
import type { ImageView } from '../src/contract/images.js';
import { isRunActive } from '../src/contract/statuses.js';
import { startApp, type Agent, type TestApp } from './app.js';
import { startFakeAi, type FakeAi } from './fake-ai.js';
import { startRedis, type TestRedis } from './redis.js';

/** What the queue can run on. */
export const BACKENDS = ['PostgreSQL', 'Redis'] as const;
export type Backend = (typeof BACKENDS)[number];

/** An API whose captions come from a fake provider, with its queue on the chosen backend. No worker runs yet. */
export interface CaptionStage {
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

export async function captionStage(backend: Backend, more: Record<string, string> = {}): Promise<CaptionStage> {
  const redis = backend === 'Redis' ? await startRedis() : null;
  const ai = await startFakeAi();
  const env = {
    OPENAI_BASE_URL: ai.url,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODEL: 'fake-vision',
    ...(redis && { REDIS_URL: redis.url }),
    ...more,
  };
  const app = await startApp(env);
  const close = async (): Promise<void> => {
    await app.close();
    await ai.close();
    await redis?.stop();
  };
  return { backend, app, ai, staff: await app.staff(), redis, env, close };
}

/** Plays a story on all stages at once, since most of it is waiting; a failure says where it happened. */
export function onAll(stages: CaptionStage[], story: (stage: CaptionStage) => Promise<void>): () => Promise<void> {
  const play = async (stage: CaptionStage): Promise<void> => {
    stage.ai.reset();
    await story(stage).catch((error: Error) => {
      error.message = `With the queue on ${stage.backend}: ${error.message}`;
      throw error;
    });
  };
  return async () => void (await Promise.all(stages.map(play)));
}

export async function generate(staff: Agent, momentId: string): Promise<{ runId: string; total: number }> {
  const { body } = await staff.post(`/api/moments/${momentId}/generate-captions`).expect(202);
  return body as { runId: string; total: number };
}

export async function captionRun(staff: Agent, momentId: string): Promise<CaptionRunView> {
  const { body } = await staff.get(`/api/moments/${momentId}/caption-run`).expect(200);
  return body as CaptionRunView;
}

/** Waits for the end of a moment's run; a worker may die meanwhile. */
export async function endedRun(staff: Agent, momentId: string): Promise<CaptionRunView> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const run = await captionRun(staff, momentId);
    if (!isRunActive(run.state)) return run;
    if (Date.now() > deadline) throw new Error(`The run has not ended: ${JSON.stringify(run)}`);
    await delay(50);
  }
}

export async function imagesOf(staff: Agent, momentId: string): Promise<ImageView[]> {
  const { body } = await staff.get(`/api/moments/${momentId}/images`).expect(200);
  return body as ImageView[];
}

/** A promise that others wait for, and the way to keep it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
