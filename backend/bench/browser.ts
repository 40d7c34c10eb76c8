/// <reference lib="dom" />
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { findProgram } from '../test/programs.js';
import { startProduct, type Product } from './product.js';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'];

export const DESKTOP = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** An old phone on a slow connection. `cpuSlowdown` is a factor. */
const SLOW = { cpuSlowdown: 4, bytesPerSecond: 1.6e6 / 8, roundTripMs: 150 };

/** Runs `measure` with an embedded product and a browser, and stops both. */
export async function inBrowser<Result>(
  options: Parameters<typeof startProduct>[1],
  measure: (browser: Browser, product: Product) => Promise<Result>,
): Promise<Result> {
  const product = await startProduct('embedded', options);
  const browser = await chromium.launch({ executablePath: findProgram('chromium') ?? undefined, args: FLAGS });
  try {
    return await measure(browser, product);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Signs a browser in as a member of staff. */
export async function signIn(context: BrowserContext, { url, staff }: Product): Promise<void> {
  const [name, value] = staff.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url }]);
}

/** Opens a page and waits for the network to be idle; returns the gzipped size of its scripts in kB. */
export async function scriptSize(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const bodies = await Promise.all(scripts);
  await page.close();
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
}

/** Opens a page with an empty cache on a slow phone; returns its LCP in seconds (`largest`) and its CLS (`shifted`). */
export async function openSlowly(browser: Browser, url: string): Promise<{ largest: number; shifted: number }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpuSlowdown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.roundTripMs,
    downloadThroughput: SLOW.bytesPerSecond,
    uploadThroughput: SLOW.bytesPerSecond,
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const shifts = await observed<{ value: number }>(page, 'layout-shift');
  const paints = await observed<{ startTime: number }>(page, 'largest-contentful-paint');
  await context.close();
  return {
    largest: (paints.at(-1)?.startTime ?? Infinity) / 1000,
    shifted: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

function observed<Entry>(page: Page, type: string): Promise<Entry[]> {
  return page.evaluate(
    (name) =>
      new Promise<Entry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(JSON.parse(JSON.stringify(list.getEntries())) as Entry[])).observe({
          type: name,
          buffered: true,
        });
        // The observer is not called when there was no such entry.
        setTimeout(() => resolve([]), 1000);
      }),
    type,
  );
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time in microseconds, so that other load on the machine does not count. */
  tdur?: number;
  args: { name?: string };
}

/** Milliseconds of processor time that the longest task of the page's main thread took while `act` ran. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  if (tasks.length === 0) throw new Error('The browser reported no tasks.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
}

/** Slows the processor down for a page, as on a cheap or old machine. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpuSlowdown });
}

/**
 * Milliseconds from a key, click or tap to the next frame: the longest of those that `act` causes, in steps of 8; 0 where
 * none took 16 (Event Timing).
 */
export async function longestInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  const durations = await page.evaluateHandle(() => {
    const all: number[] = [];
    const everyEvent: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    };
    new PerformanceObserver((list) => {
      all.push(...list.getEntries().map(({ duration }) => duration));
    }).observe(everyEvent);
    return all;
  });
  await act();
  await page.evaluate(
    () => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve, { timeout: 500 }), 500)),
  );
  return Math.max(0, ...(await durations.jsonValue()));
}

export type Place = [x: number, y: number];

/** The centre of a control. Call it before measuring: finding a control by its role keeps the page busy. */
export async function placeOf(control: Locator): Promise<Place> {
  await control.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await control.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/** Scrolls to the end of the page and back with the mouse wheel. */
export async function scroll(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.mouse.move(640, 450);
  for (const step of [200, -200]) {
    for (let moved = 0; moved < height; moved += Math.abs(step)) await page.mouse.wheel(0, step);
  }
}
