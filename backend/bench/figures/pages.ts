import type { Locator, Page } from '@playwright/test';
import { DESKTOP, inBrowser, longestTask, openSlowly, scriptsOf, scroll, signIn } from '../browser.js';
import { median, within, type Figure } from '../figure.js';
import { seedMoments } from '../seed.js';
import { captionedMoment, reviewedOptimization } from '../shown.js';

const IMAGES = 30;
const ROUNDS = 3;
const MOMENTS = 10_000;

/** What the first pages of reviewers and staff load, and when a reviewer on a slow phone sees the first picture. */
export const pages: Figure = {
  name: 'pages',
  measure: () =>
    inBrowser({}, async (browser, product) => {
      const moment = `${product.url}/public/${await captionedMoment(product, IMAGES)}`;
      const optimization = `${product.url}/gmb-preview/${await reviewedOptimization(product)}`;
      const opened: { largest: number; shifted: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) opened.push(await openSlowly(browser, moment));
      const scripts = async (url: string): Promise<number> => {
        const context = await browser.newContext(DESKTOP);
        if (url === `${product.url}/`) await signIn(context, product);
        return scriptsOf(context, url).finally(() => context.close());
      };
      const phone = `${IMAGES} images, 4× slower processor, 1.6 Mbit/s, 150 ms`;
      return [
        within('all scripts of a moment’s review page, gzipped', 'kB', 150, await scripts(moment)),
        within('all scripts of an optimization’s review page, gzipped', 'kB', 150, await scripts(optimization)),
        within(`review page on a phone (${phone}): LCP, median of ${ROUNDS}`, 's', 2, median(opened.map(largestOf))),
        within(`the same: CLS, worst of ${ROUNDS}`, '', 0.02, Math.max(...opened.map(({ shifted }) => shifted))),
        within('all scripts of the login page, gzipped', 'kB', 330, await scripts(`${product.url}/login`)),
        within('all scripts of the dashboard, opened first, gzipped', 'kB', 330, await scripts(`${product.url}/`)),
      ];
    }),
};

const largestOf = ({ largest }: { largest: number }): number => largest;

/** How long lists keep the browser of staff from reacting. */
export const screens: Figure = {
  name: 'screens',
  measure: () =>
    inBrowser({ fill: (databaseUrl) => seedMoments(databaseUrl, MOMENTS - 1, 0) }, async (browser, product) => {
      const moment = await captionedMoment(product, IMAGES);
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
        within(`list of 10,000 moments, scroll, search and filter: ${task}`, 'ms', 50, Math.max(...longest.list)),
        within(`moment of ${IMAGES} images, scroll and filter: ${task}`, 'ms', 50, Math.max(...longest.moment)),
      ];
    }),
};

/** Numbers as `seedMoments` counts. */
async function useList(page: Page): Promise<() => Promise<void>> {
  const search = await placeOf(page.getByLabel('Search moments'));
  const status = await placeOf(page.getByLabel('Filter by status'));
  return async () => {
    await scroll(page);
    await page.mouse.click(...search);
    await page.keyboard.type('package 77', { delay: 50 });
    await shown(page, 111);
    await page.mouse.click(...status);
    await page.keyboard.type('a');
    await shown(page, 22);
    await scroll(page);
    await page.mouse.click(...search);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await shown(page, MOMENTS / 5);
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

type Place = [x: number, y: number];

/** Its middle. Looked up beforehand: to find a control by its role would itself keep the page busy. */
async function placeOf(control: Locator): Promise<Place> {
  const { x, y, width, height } = (await control.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/** Until the list has that many. */
async function shown(page: Page, total: number): Promise<void> {
  const says = (text: string) => document.querySelector('.ant-pagination-total-text')?.textContent.endsWith(text);
  await page.waitForFunction(says, ` of ${total}`);
}
