import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type APIRequestContext, type Page } from '@playwright/test';
import { startFakeAi, type FakeAi } from '../../backend/test/fake-ai.js';
import { startFakeDns, type FakeDns } from '../../backend/test/fake-dns.js';
import { startFakeWebsite, type FakeWebsite } from '../../backend/test/fake-website.js';
import { startProvider, type TestProvider } from '../../backend/test/oidc-provider.js';
import { measureFile } from '../../backend/test/note-results.js';
import { whyMissing } from '../../backend/test/programs.js';
import { startRedis } from '../../backend/test/redis.js';
import { startS3 } from '../../backend/test/s3.js';
import { startSmtp, type TestSmtp } from '../../backend/test/smtp-server.js';
import { showcase, type Showcase } from './showcase.ts';
import { startProduct, type RunningProduct, type StartCommand } from './start-product.ts';

export const ADMIN = { email: 'ada@example.com', password: 'a password of some length' };

/** A running product with an AI provider, a website and a name server on loopback. */
export interface Product extends Pick<RunningProduct, 'url' | 'pids' | 'databaseUrl'> {
  ai: FakeAi;
  /** The website of a client. */
  website: FakeWebsite;
  /** The name server for agencies' domains. Domains that resolve to 127.0.0.1 lead to the product. */
  dns: FakeDns;
  /** The mail server, in the variant `mailing`. */
  smtp: TestSmtp | null;
  /** The provider of single sign-on, in the variant `provided`. */
  provider: TestProvider | null;
  /** Path of the product's log. */
  logFile: string;
}

export interface ProductOptions {
  startCommand: StartCommand;
  /**
   * Variants of the product: `embedded` needs only Node.js; `apart` uses Redis and S3; `mailing` is `embedded` with a
   * mail server and two workers; `provided` is `embedded` with a provider of single sign-on that lets people of
   * bright.example in.
   */
  services: 'embedded' | 'apart' | 'mailing' | 'provided';
}

interface WorkerFixtures {
  /** Empty before the worker's first story. */
  product: Product;
  /** Content in every state, for stories that do not change it. */
  content: Showcase;
  counted: { stories: number };
}

interface StoryFixtures {
  /** Skips the story if a program is missing, and records its processor time. */
  measured: void;
  /** Number of the story in its worker, for unique names of records: `001`. */
  nth: string;
  /** Resets the AI provider before each story, and attaches the product's log after a failure. */
  around: void;
}

/**
 * Stories of the same worker share one product, so each creates its own records. A file that sets an option of the
 * worker gets its own worker and product; so do the stories after a failed one.
 */
export const test = base.extend<StoryFixtures, ProductOptions & WorkerFixtures>({
  startCommand: ['node .', { scope: 'worker', option: true }],
  services: ['embedded', { scope: 'worker', option: true }],
  product: [
    async ({ startCommand, services }, provide, { project, workerIndex }) => {
      // Playwright reads `baseURL` before `measured` can skip the story.
      if (whatIsMissing(services) !== null) return provide({ url: '' } as Product);
      const logFile = join(project.outputDir, `product-${workerIndex}.log`);
      await withProduct({ startCommand, services }, logFile, provide);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  content: [
    async ({ product, playwright }, provide) => {
      const api = await playwright.request.newContext();
      await openSession(api, product);
      await provide(await showcase(api, product, 'all'));
      await api.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  measured: [
    async ({ counted: _counted, services }, provide, testInfo) => {
      const reason = whatIsMissing(services);
      testInfo.skip(reason !== null, `not played: ${reason}`);
      const noteFile = measureFile(testInfo.file);
      await provide();
      noteFile();
    },
    { auto: true },
  ],
  counted: [{ stories: 0 }, { scope: 'worker' }],
  baseURL: ({ product }, provide) => provide(product.url),
  nth: ({ counted }, provide) => provide(String((counted.stories += 1)).padStart(3, '0')),
  around: [
    async ({ product }, provide, testInfo) => {
      product.ai.reset();
      await provide();
      if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('product.log', { path: product.logFile });
    },
    { auto: true },
  ],
});

function whatIsMissing(services: ProductOptions['services']): string | null {
  return services === 'apart' ? whyMissing('chromium', 'redis-server') : whyMissing('chromium');
}

type Stops = (() => unknown)[];

/** Starts the product and its services, and stops all of them afterwards, even if one of them did not start. */
async function withProduct(
  { startCommand, services }: ProductOptions,
  logFile: string,
  provide: (product: Product) => Promise<void>,
): Promise<void> {
  const stops: Stops = [];
  try {
    const ai = await startFakeAi();
    stops.unshift(ai.close);
    const website = await startFakeWebsite();
    stops.unshift(website.close);
    const dns = await startFakeDns();
    stops.unshift(dns.close);
    const smtp = services === 'mailing' ? await startSmtp() : null;
    if (smtp) stops.unshift(smtp.close);
    const provider = services === 'provided' ? await startProvider() : null;
    if (provider) stops.unshift(provider.close);
    const dataDir = await mkdtemp(join(tmpdir(), 'gmb-story-'));
    stops.unshift(() => rm(dataDir, { recursive: true, force: true }));
    const { stop, ...running } = await startProduct(startCommand, logFile, {
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      OPENAI_BASE_URL: ai.url,
      OPENAI_MODEL: 'fake-model',
      SCAN_EXCEPTIONS: website.host,
      DNS_SERVERS: dns.address,
      SERVER_IP: '127.0.0.1',
      ...(services === 'apart' && (await startServices(stops))),
      ...(provider && { ...provider.env, OIDC_NAME: 'Sign in with Bright', OIDC_DOMAINS: 'bright.example' }),
      ...(smtp && { SMTP_URL: smtp.url, MAIL_FROM: 'review@northstar.example', WORKERS: '2' }),
    });
    stops.unshift(stop);
    await provide({ ...running, ai, website, dns, smtp, provider, logFile });
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Starts Redis and S3. @returns the configuration for them */
async function startServices(stops: Stops): Promise<Record<string, string>> {
  const redis = await startRedis();
  stops.unshift(redis.stop);
  const { config, stop } = await startS3();
  stops.unshift(stop);
  return {
    REDIS_URL: redis.url,
    S3_ENDPOINT: config.endpoint,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY: config.accessKey,
    S3_SECRET_KEY: config.secretKey,
  };
}

/** Signs in through the login page. */
export async function signIn(
  page: Page,
  { url }: Pick<Product, 'url'>,
  { email, password }: typeof ADMIN = ADMIN,
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /Sign In$/ }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Signs in over HTTP, with the pages of the same context. */
export async function openSession(
  api: APIRequestContext,
  { url }: Pick<Product, 'url'>,
  { email, password }: typeof ADMIN = ADMIN,
): Promise<void> {
  const answer = await api.post(`${url}/api/login`, { data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Adds a colleague. @param api requests of a signed-in admin */
export async function addColleague(
  api: APIRequestContext,
  { url }: Pick<Product, 'url'>,
  name: string,
): Promise<typeof ADMIN & { name: string }> {
  const colleague = { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`, password: ADMIN.password };
  const answer = await api.post(`${url}/api/register`, { data: colleague });
  expect(answer.ok(), await answer.text()).toBe(true);
  return colleague;
}
