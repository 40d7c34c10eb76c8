import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { startFakeAi, type FakeAi } from '../../backend/test/fake-ai.js';
import { startFakeDns, type FakeDns } from '../../backend/test/fake-dns.js';
import { startFakeWebsite, type FakeWebsite } from '../../backend/test/fake-website.js';
import { startRedis } from '../../backend/test/redis.js';
import { startS3 } from '../../backend/test/s3.js';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const READY = /is ready at (http:\/\/\S+)/;

export const ADMIN = { email: 'ada@example.com', password: 'a password of some length' };

/** The product as a person starts it, with an AI provider, a website and a name server on loopback. */
export interface Product {
  url: string;
  ai: FakeAi;
  /** A client's website on loopback, which the product may read. */
  website: FakeWebsite;
  /** The name server that it looks up agencies' domains at; those that lead to 127.0.0.1 lead to it. */
  dns: FakeDns;
  /** Process ids of the API, or of the workers. */
  pids(role: 'api' | 'worker'): Promise<number[]>;
}

export interface Options {
  /** `embedded` needs nothing but Node.js; `apart` has the queue on Redis and the images in S3. */
  services: 'embedded' | 'apart';
}

/** Services that run apart from the product, and the configuration that reaches them. */
interface Services {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Stories with a product of their own each. */
export const test = base.extend<{ product: Product }, Options>({
  baseURL: ({ product }, provide) => provide(product.url),
  services: ['embedded', { scope: 'worker', option: true }],
  product: [
    async ({ services }, provide, { outputDir }) => {
      const apart = services === 'apart' ? await startServices() : null;
      const ai = await startFakeAi();
      const website = await startFakeWebsite();
      const dns = await startFakeDns();
      const dataDir = await mkdtemp(join(tmpdir(), 'gmb-story-'));
      const started = await start(join(outputDir, 'product.log'), {
        PORT: String(await freePort()),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        OPENAI_BASE_URL: ai.url,
        OPENAI_MODEL: 'fake-model',
        SCAN_EXCEPTIONS: website.host,
        DNS_SERVERS: dns.address,
        SERVER_IP: '127.0.0.1',
        ...apart?.env,
      });
      await provide({ url: started.url, ai, website, dns, pids: (role) => childrenOf(started.child.pid!, role) });
      await stop(started.child);
      await ai.close();
      await website.close();
      await dns.close();
      await apart?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { timeout: 120_000 },
  ],
});

async function startServices(): Promise<Services> {
  const redis = await startRedis();
  const s3 = await startS3();
  return {
    env: {
      REDIS_URL: redis.url,
      S3_ENDPOINT: s3.config.endpoint,
      S3_BUCKET: s3.config.bucket,
      S3_ACCESS_KEY: s3.config.accessKey,
      S3_SECRET_KEY: s3.config.secretKey,
    },
    stop: async () => {
      await redis.stop();
      await s3.stop();
    },
  };
}

/** Signs in through the login page. */
export async function signIn(page: Page, { url }: Pick<Product, 'url'>): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** The photos that the stories upload. */
export function photo(...names: string[]): string[] {
  return names.map((name) => join(ROOT, 'frontend/e2e/photos', name));
}

/** Paths of all photos, by name. */
export async function allPhotos(): Promise<string[]> {
  const names = await readdir(join(ROOT, 'frontend/e2e/photos'));
  return photo(...names.filter((name) => name.endsWith('.jpg')).sort());
}

/** Starts the product; what it says is kept in a file beside the test's results. */
async function start(logFile: string, env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  await mkdir(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const child = spawn('npm', ['start'], { cwd: ROOT, env: { ...process.env, ...env } });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      log.write(chunk);
      output = (output + chunk.toString()).slice(-10_000);
      const ready = READY.exec(output);
      if (ready) resolve(ready[1]!);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  return { child, url };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Descendants of a process whose environment names this role (Linux: read from /proc). */
async function childrenOf(ancestor: number, role: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const facts = await Promise.all(pids.map(readProcess));
  const known = new Map(facts.flatMap((fact) => (fact ? [[fact.pid, fact]] : [])));
  const descends = (pid: number): boolean => pid === ancestor || (known.has(pid) && descends(known.get(pid)!.parent));
  return [...known.values()].filter((fact) => descends(fact.parent) && fact.roles === role).map((fact) => fact.pid);
}

async function readProcess(pid: number): Promise<{ pid: number; parent: number; roles: string | undefined } | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    const roles = environment.split('\0').find((entry) => entry.startsWith('ROLES='));
    return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), roles: roles?.slice(6) };
  } catch {
    // It ended while we looked.
    return null;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
