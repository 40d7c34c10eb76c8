import type { BrowserContext, Page } from '@playwright/test';
import { SECTIONS } from '../../src/contract/statuses.js';
import { DESKTOP, inBrowser, signIn } from '../browser.js';
import { ratioWithoutGoal, quantile, valueWithoutGoal, type Figure } from '../figure.js';
import { smallPhoto, uploadMoment } from '../photos.js';
import { call, type Product } from '../product.js';

const IMAGES = 30;
const RUNS = 5;
const AI_MS = 1000;

/** The delay from a client's click on the review page to the staff screen. */
export const clicks: Figure = {
  name: 'clicks',
  measure: () =>
    inBrowser({}, async (browser, product) => {
      const photo = await smallPhoto();
      const photos = Array.from({ length: IMAGES }, () => photo);
      const { momentId } = (await uploadMoment(product, photos))[0]!;
      const [staff, client] = [await browser.newContext(DESKTOP), await browser.newContext(DESKTOP)];
      await signIn(staff, product);
      const staffPage = await openLive(staff, `${product.url}/moments/${momentId}`);
      const clientPage = await openLive(client, `${product.url}/public/${momentId}`);
      const times: number[] = [];
      for (let index = 0; index < IMAGES; index += 1) times.push(await clickToScreen(clientPage, staffPage, index));
      const what = `from a client’s click to the screen of staff, ${IMAGES} images on both`;
      return [
        valueWithoutGoal(`${what}, median`, 'ms', quantile(times, 0.5)),
        valueWithoutGoal(`${what}, nine of ten within`, 'ms', quantile(times, 0.9)),
      ];
    }),
};

/** Seconds from opening an optimization until its suggestions are on the screen. */
export const suggestions: Figure = {
  name: 'suggestions',
  measure: () =>
    inBrowser({}, async (browser, product) => {
      await product.startWorker();
      product.ai.always({ delayMs: AI_MS });
      const staff = await browser.newContext(DESKTOP);
      await signIn(staff, product);
      const page = await staff.newPage();
      const times = { first: [] as number[], all: [] as number[] };
      for (let run = 0; run < RUNS; run += 1) {
        await page.goto(`${product.url}/gmb-optimizations/${await createSubmittedOptimization(product)}`, {
          waitUntil: 'commit',
        });
        const opened = performance.now();
        await waitForSuggestions(page, 1);
        times.first.push((performance.now() - opened) / 1000);
        await waitForSuggestions(page, SECTIONS.length);
        times.all.push((performance.now() - opened) / 1000);
      }
      const bare = AI_MS / 1000;
      const what = `from opening an optimization to`;
      return [
        ratioWithoutGoal(`${what} its first suggestion, against one call of the AI`, 's', {
          ours: quantile(times.first, 0.5),
          bare,
        }),
        valueWithoutGoal(`${what} all five`, 's', quantile(times.all, 0.5)),
      ];
    }),
};

async function openLive(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  // Staff read it; a client's page shows only its absence.
  const isLive = page.getByText('Live', { exact: true }).or(page.locator('[data-connection=live]'));
  await isLive.first().waitFor({ state: 'attached' });
  await page
    .locator('article')
    .nth(IMAGES - 1)
    .waitFor({ state: 'attached' });
  return page;
}

// Both pages run on one machine, so their clocks agree.
async function clickToScreen(client: Page, staff: Page, index: number): Promise<number> {
  const shown = await staff.evaluateHandle((nth) => {
    const article = document.querySelectorAll('article')[nth]!;
    const at = new Promise<number>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (!article.textContent.includes('Approved')) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      }).observe(article, { subtree: true, childList: true, characterData: true });
    });
    return { at };
  }, index);
  const approve = client.locator('article').nth(index).getByRole('button', { name: 'Approve', disabled: false });
  await approve.waitFor();
  const clicked = await approve.evaluate((button: HTMLElement) => {
    const at = performance.timeOrigin + performance.now();
    button.click();
    return at;
  });
  return (await shown.evaluate(({ at }) => at)) - clicked;
}

async function createSubmittedOptimization(product: Product): Promise<string> {
  const client = {
    business: 'Rose Florist',
    targetKeywords: ['florist'],
    categories: ['Florist'],
    serviceAreas: 'Porto',
  };
  const { id: clientId } = await call<{ id: string }>(product, 'POST', '/api/clients', client);
  const record = { clientId, businessName: 'Rose Florist', categories: 'Florist' };
  const { id } = await call<{ id: string }>(product, 'POST', '/api/gmb-optimizations', record);
  await call(product, 'PATCH', `/api/gmb-optimizations/${id}`, { status: 'in_progress' });
  return id;
}

/** Waits until this many suggestions are shown in their text areas. */
async function waitForSuggestions(page: Page, count: number): Promise<void> {
  const areFilled = (least: number) =>
    [...document.querySelectorAll('textarea')].filter(({ value }) => value !== '').length >= least;
  await page.waitForFunction(areFilled, count);
}
