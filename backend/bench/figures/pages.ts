import type { Page } from '@playwright/test';
import {
  DESKTOP,
  inBrowser,
  longestTask,
  openSlowly,
  placeOf,
  scriptSize,
  scroll,
  signIn,
  type Place,
} from '../browser.js';
import { median, valueAtMost, type Figure } from '../figure.js';
import { seedMoments } from '../seed.js';
import { createCaptionedMoment, createOptimizationForReview } from '../page-data.js';

const IMAGES = 30;
const ROUNDS = 3;
const MOMENTS = 10_000;

/** What the first pages of reviewers and staff load, and when a reviewer on a slow phone sees the first picture. */
export const pages: Figure = {
  name: 'pages',
  measure: () =>
    inBrowser({}, async (browser, product) => {
      const moment = `${product.url}/public/${await createCaptionedMoment(product, IMAGES)}`;
      const optimization = `${product.url}/gmb-preview/${await createOptimizationForReview(product)}`;
      const opened: { largest: number; shifted: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) opened.push(await openSlowly(browser, moment));
      const scripts = async (url: string): Promise<number> => {
        const context = await browser.newContext(DESKTOP);
        if (url === `${product.url}/`) await signIn(context, product);
        return scriptSize(context, url).finally(() => context.close());
      };
      const phone = `${IMAGES} images, 4× slower processor, 1.6 Mbit/s, 150 ms`;
      return [
        valueAtMost('all scripts of a moment’s review page, gzipped', 'kB', 120, await scripts(moment)),
        valueAtMost('all scripts of an optimization’s review page, gzipped', 'kB', 120, await scripts(optimization)),
        valueAtMost(
          `review page on a phone (${phone}): LCP, median of ${ROUNDS}`,
          's',
          1,
          median(opened.map(largestOf)),
        ),
        valueAtMost(`the same: CLS, worst of ${ROUNDS}`, '', 0.02, Math.max(...opened.map(({ shifted }) => shifted))),
        valueAtMost('all scripts of the login page, gzipped', 'kB', 330, await scripts(`${product.url}/login`)),
        valueAtMost('all scripts of the dashboard, opened first, gzipped', 'kB', 330, await scripts(`${product.url}/`)),
      ];
    }),
};

const largestOf = ({ largest }: { largest: number }): number => largest;

/** How long the staff screens block the browser's main thread. */
export const screens: Figure = {
  name: 'screens',
  measure: () =>
    inBrowser({ fill: (databaseUrl) => seedMoments(databaseUrl, MOMENTS - 1, 0) }, async (browser, product) => {
      const moment = await createCaptionedMoment(product, IMAGES);
      const context = await browser.newContext(DESKTOP);
      await signIn(context, product);
      const page = await context.newPage();
      const longest = { list: [] as number[], moment: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.goto(`${product.url}/moments`, { waitUntil: 'networkidle' });
        longest.list.push(await longestTask(page, await useList(page)));
        await page.goto(`${product.url}/moments/${moment}`, { waitUntil: 'networkidle' });
        longest.moment.push(await longestTask(page, await useMoment(page)));
      }
      const task = `processor time of the longest task, worst of ${ROUNDS}`;
      return [
        valueAtMost(`list of 10,000 moments, scroll, search and filter: ${task}`, 'ms', 50, Math.max(...longest.list)),
        valueAtMost(`moment of ${IMAGES} images, scroll and filter: ${task}`, 'ms', 50, Math.max(...longest.moment)),
      ];
    }),
};

/** Scrolls, searches and filters the list of moments. The expected totals follow from `seedMoments`. */
async function useList(page: Page): Promise<() => Promise<void>> {
  const search = await placeOf(page.getByLabel('Search moments'));
  const status = page.getByLabel('Filter by status');
  return async () => {
    await scroll(page);
    await page.mouse.click(...search);
    await page.keyboard.type('package 77', { delay: 50 });
    await waitForTotal(page, 111);
    await status.focus();
    await page.keyboard.type('a');
    await waitForTotal(page, 22);
    await scroll(page);
    await page.mouse.click(...search);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await waitForTotal(page, MOMENTS / 5);
  };
}

async function useMoment(page: Page): Promise<() => Promise<void>> {
  const filter = page.getByLabel('Filter images by status');
  const places: Place[] = [];
  for (const status of ['Approved', 'Rejected', 'All']) places.push(await placeOf(filter.getByText(status)));
  return async () => {
    for (const place of places) {
      await scroll(page);
      await page.mouse.click(...place);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    }
  };
}

/** Waits until the list shows this total. */
async function waitForTotal(page: Page, total: number): Promise<void> {
  const says = (text: string) => document.querySelector('.ant-pagination-total-text')?.textContent.endsWith(text);
  await page.waitForFunction(says, ` of ${total}`);
}
