import { readFile } from 'node:fs/promises';
import { expect, test as base, type Page } from '@playwright/test';
import { startCluster, type Cluster } from '../../backend/test/cluster.js';
import { startFakeAi, type FakeAi } from '../../backend/test/fake-ai.js';
import { whyMissing } from '../../backend/test/programs.js';
import { expectAgreement } from './agreement.ts';
import { photo } from './photos.ts';
import { ADMIN, signIn } from './product.ts';

const MOMENTS = 20;
const IMAGES = ['IMG_2041.jpg', 'IMG_2057.jpg', 'IMG_2063.jpg'];

interface System extends Cluster {
  ai: FakeAi;
}

/** Two APIs behind a proxy, three workers, PostgreSQL, Redis and S3, as docker-compose.yml has them. */
const test = base.extend<object, { cluster: System; workers: number }>({
  workers: [3, { scope: 'worker', option: true }],
  cluster: [
    async ({ workers }, provide) => {
      const ai = await startFakeAi();
      const env = {
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        OPENAI_BASE_URL: ai.url,
        OPENAI_MODEL: 'fake-model',
        WORKER_CONCURRENCY: '2',
        LOG_LEVEL: 'warn',
      };
      const cluster = await startCluster({ apis: 2, workers, port: 0, env, print: console.log });
      await provide({ ...cluster, ai });
      await cluster.stop();
      await ai.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const missing = whyMissing('redis-server', 'caddy');
test.skip(missing !== null, missing ?? '');

test('staff at one API see what a client decides at the other', async ({ browser, cluster }) => {
  const staff = await browser.newPage();
  await signIn(staff, { url: cluster.apis[0]! });
  const momentId = await createMoment(staff, cluster.apis[0]!, 'Two APIs');
  await staff.goto(`${cluster.apis[0]}/moments/${momentId}`);
  await expect(staff.getByText('Live', { exact: true })).toBeVisible();
  const client = await (await browser.newContext()).newPage();
  await client.goto(`${cluster.apis[1]}/public/${momentId}`);
  await card(client, 1).getByRole('button', { name: 'Approve' }).click();
  await expect(card(staff, 1).getByText('Approved')).toBeVisible();
});

test('a dead API, a dead worker, an empty Redis and a restarted PostgreSQL cost nothing in the middle of 20 runs', async ({
  browser,
  cluster,
}) => {
  const { ai } = cluster;
  const page = await browser.newPage();
  await signIn(page, cluster);
  const moments: string[] = [];
  for (let index = 0; index < MOMENTS; index += 1) moments.push(await createMoment(page, cluster.url, `M ${index}`));
  await page.goto(`${cluster.url}/moments/${moments.at(-1)}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  ai.reset();
  ai.always({ delayMs: 800 });
  for (const id of moments) {
    expect((await page.request.post(`${cluster.url}/api/moments/${id}/generate-captions`)).status()).toBe(202);
  }

  await test.step('kill -9 of a worker and of an API', async () => {
    await ai.received(8);
    process.kill(cluster.pids('worker')[0]!, 'SIGKILL');
    await ai.received(14);
    process.kill(cluster.pids('api')[0]!, 'SIGKILL');
  });
  await test.step('Redis dies and comes back empty', async () => {
    await ai.received(22);
    await cluster.redis.kill();
    await cluster.redis.start();
  });
  await test.step('PostgreSQL is restarted', async () => {
    await ai.received(34);
    await cluster.restartPostgres();
  });

  await test.step('every run ends with all of its images', async () => {
    for (const id of moments) {
      await expect
        .poll(async () => runOf(page, cluster, id), { timeout: 90_000 })
        .toEqual({ state: 'completed', total: IMAGES.length, done: IMAGES.length, failed: 0 });
    }
  });
  await test.step('nothing was written twice, and asked twice only what was in flight', async () => {
    for (const id of moments) {
      const history = await (await page.request.get(`${cluster.url}/api/moments/${id}/history`)).json();
      const written = (history as { actor: string; imageId: string }[]).filter(({ actor }) => actor === 'ai');
      expect(written).toHaveLength(IMAGES.length);
      expect(new Set(written.map(({ imageId }) => imageId)).size).toBe(IMAGES.length);
    }
    // Two images at a time in each worker; at most all of them are lost with PostgreSQL, and two with the worker.
    expect(ai.requests.length).toBeGreaterThanOrEqual(MOMENTS * IMAGES.length);
    expect(ai.requests.length).toBeLessThanOrEqual(MOMENTS * IMAGES.length + 8);
  });
  await test.step('rows and files agree', () => expectAgreement(cluster.env));
  await test.step('the browser reconnected by itself and shows it', async () => {
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(IMAGES.length);
    await expect(page.getByText('No title yet')).toHaveCount(0);
    await expect(page.getByText('Drafted by fake-model')).toBeVisible();
  });
});

async function runOf(page: Page, { url }: Cluster, momentId: string): Promise<unknown> {
  const answer = await page.request.get(`${url}/api/moments/${momentId}/caption-run`).catch(() => null);
  if (!answer?.ok()) return answer?.status() ?? 'no answer';
  const { state, total, done, failed } = (await answer.json()) as Record<string, unknown>;
  return { state, total, done, failed };
}

async function createMoment(page: Page, url: string, title: string): Promise<string> {
  const { request } = page;
  const client = await (await request.post(`${url}/api/clients`, { data: { business: 'Petra’s Flowers' } })).json();
  const moment = await (await request.post(`${url}/api/moments`, { data: { title, clientId: client.id } })).json();
  const form = new FormData();
  form.set('momentId', moment.id as string);
  for (const path of photo(...IMAGES)) form.append('images', new Blob([await readFile(path)]), 'photo.jpg');
  const upload = await request.post(`${url}/api/upload`, { multipart: form });
  expect(upload.status(), await upload.text()).toBe(201);
  return moment.id as string;
}

function card(page: Page, number: number) {
  return page.getByRole('article', { name: new RegExp(`^Image ${number}\\b`) });
}
