import { readFile } from 'node:fs/promises';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { startCluster } from '../../backend/test/cluster.js';
import { startFakeAi } from '../../backend/test/fake-ai.js';
import { ADMIN, photo } from './product.ts';

const MOMENTS = 40;
const IMAGES = 5;
const AI_MS = 500;
/** 40 moments divide evenly over 2, 4 and 8 lanes, and 8 are what two cores have time for beside everything else. */
const CONCURRENCY = 2;

test('time for many moments with 1, 2 and 4 worker processes', async ({ playwright }) => {
  const times: { workers: number; seconds: number }[] = [];
  for (const workers of [1, 2, 4]) {
    const request = await playwright.request.newContext();
    times.push({ workers, seconds: await captionAll(request, workers) });
    await request.dispose();
  }
  for (const { workers, seconds } of times) {
    const ideal = (MOMENTS * IMAGES * AI_MS) / 1000 / (workers * CONCURRENCY);
    console.log(
      `${workers} workers: ${seconds.toFixed(1)} s, ${(times[0]!.seconds / seconds).toFixed(2)}× as fast as one, ` +
        `${(seconds / ideal).toFixed(2)}× of the ideal ${ideal.toFixed(1)} s`,
    );
  }
});

/** Seconds from the first request for captions until all moments have all of them. */
async function captionAll(request: APIRequestContext, workers: number): Promise<number> {
  const ai = await startFakeAi({ always: { delayMs: AI_MS } });
  const env = {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: ai.url,
    OPENAI_MODEL: 'fake-model',
    WORKER_CONCURRENCY: String(CONCURRENCY),
    LOG_LEVEL: 'warn',
  };
  const cluster = await startCluster({ apis: 2, workers, port: 0, env, print: console.log });
  try {
    await request.post(`${cluster.url}/api/login`, { data: ADMIN });
    const moments = await createMoments(request, cluster.url);
    const started = Date.now();
    for (const id of moments) await request.post(`${cluster.url}/api/moments/${id}/generate-captions`);
    await expect
      .poll(async () => captioned(request, cluster.url), { timeout: 120_000, intervals: [100] })
      .toBe(MOMENTS);
    return (Date.now() - started) / 1000;
  } finally {
    await cluster.stop();
    await ai.close();
  }
}

async function captioned(request: APIRequestContext, url: string): Promise<number> {
  const answer = await request.get(`${url}/api/moments?status=generated&limit=1`);
  return Number(answer.headers()['x-total-count']);
}

async function createMoments(request: APIRequestContext, url: string): Promise<string[]> {
  const client = await (await request.post(`${url}/api/clients`, { data: { business: 'Petra’s Flowers' } })).json();
  const picture = await readFile(photo('IMG_2041.jpg')[0]!);
  const moments: string[] = [];
  for (let index = 0; index < MOMENTS; index += 1) {
    const data = { title: `Moment ${index}`, clientId: client.id };
    const { id } = await (await request.post(`${url}/api/moments`, { data })).json();
    const form = new FormData();
    form.set('momentId', id as string);
    for (let image = 0; image < IMAGES; image += 1) form.append('images', new Blob([picture]), `${image}.jpg`);
    expect((await request.post(`${url}/api/upload`, { multipart: form })).status()).toBe(201);
    moments.push(id as string);
  }
  return moments;
}
