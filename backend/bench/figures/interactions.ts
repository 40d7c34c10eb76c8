import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { DESKTOP, inBrowser, longestInteraction, PHONE, placeOf, signIn, slowDown } from '../browser.js';
import { median, valueAtMost, type Figure } from '../figure.js';
import { createCaptionedMoment } from '../page-data.js';
import { seedMoments } from '../seed.js';

const IMAGES = 30;
const MOMENTS = 10_000;
const ROUNDS = 5;

/** Folder of another build of the frontend (`frontend/dist`), which is measured in turns with this one. */
const OTHER_BUILD = process.env['OTHER_BUILD'];
const OWN_BUILD = fileURLToPath(new URL('../../../frontend/dist', import.meta.url));

/** One key, click or tap, prepared so that nothing but it keeps the page busy while it is measured. */
type Step = [name: string, prepare: (page: Page) => Promise<() => Promise<void>>];

interface Screen {
  what: string;
  context: BrowserContext;
  url: string;
  steps: Step[];
}

/**
 * How long a slow computer or phone takes from a key, click or tap to the next frame. Prints each step; with `OTHER_BUILD` also what
 * it takes there.
 */
export const interactions: Figure = {
  name: 'interactions',
  measure: () =>
    inBrowser({ fill: (databaseUrl) => seedMoments(databaseUrl, MOMENTS - 1, 0) }, async (browser, product) => {
      const moment = await createCaptionedMoment(product, IMAGES);
      const staff = await browser.newContext(DESKTOP);
      const phone = await browser.newContext(PHONE);
      for (const context of [staff, phone]) await signIn(context, product);
      const client = await browser.newContext(PHONE);
      const page = (what: string, context: BrowserContext, path: string, steps: Step[]): Screen => ({
        what,
        context,
        url: product.url + path,
        steps,
      });
      const screens = [
        page(`moment of ${IMAGES} images`, staff, `/moments/${moment}`, MOMENT),
        page(`moment of ${IMAGES} images on a phone`, phone, `/moments/${moment}`, PHONE_MOMENT),
        page('list of 10,000 moments', staff, '/moments', LIST),
        page('list of 10,000 moments on a phone', phone, '/moments', PHONE_LIST),
        page(`review page of ${IMAGES} images`, client, `/public/${moment}`, REVIEW),
      ];
      const rows = [];
      for (const screen of screens) {
        const [slowest, ms] = await slowestStep(screen);
        const what = `${screen.what}, 4× slower processor: the slowest answer (${slowest})`;
        rows.push(valueAtMost(what, 'ms', 100, ms));
      }
      return rows;
    }),
};

/** The step whose median time is the longest, and that time in milliseconds. */
async function slowestStep(screen: Screen): Promise<[name: string, ms: number]> {
  const ours = new Map<string, number[]>();
  const others = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    // Both are served alike: what a browser keeps of compiled scripts counts.
    await measureSteps(screen, ours, OTHER_BUILD && OWN_BUILD);
    if (OTHER_BUILD) await measureSteps(screen, others, OTHER_BUILD);
  }
  const medians = [...ours].map(([name, times]): [string, number] => [name, median(times)]);
  console.error(`  ${screen.what}`);
  for (const [name, ms] of medians) {
    const other = others.get(name);
    console.error(`    ${name}: ${ms} ms${other ? `, other build ${median(other)} ms` : ''}`);
  }
  return medians.toSorted(([, one], [, other]) => other - one)[0]!;
}

/** Goes through the steps of a screen in a new tab, and adds what each took in milliseconds. */
async function measureSteps({ context, url, steps }: Screen, times: Map<string, number[]>, build?: string) {
  const page = await context.newPage();
  if (build) await serveFrom(build, page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await slowDown(page);
  for (const [name, prepare] of steps) {
    const ms = await longestInteraction(page, await prepare(page));
    times.set(name, [...(times.get(name) ?? []), ms]);
  }
  await page.close();
}

/** Serves a page with the files of another build of the frontend. */
async function serveFrom(build: string, page: Page): Promise<void> {
  await page.route(/^[^?]*\/(assets\/[^?]*|[\w-]+\.(js|svg))$/, async (route) => {
    const path = join(build, new URL(route.request().url()).pathname);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    await (isThere ? route.fulfill({ path }) : route.continue());
  });
  await page.route(
    (url) => url.pathname.startsWith('/moments'),
    (route) => route.fulfill({ path: join(build, 'index.html') }),
  );
}

const key = (name: string, press: string): Step => [name, (page) => Promise.resolve(() => page.keyboard.press(press))];

const type = (name: string, text: string): Step => [
  name,
  (page) => Promise.resolve(() => page.keyboard.type(text, { delay: 150 })),
];

const click = (name: string, control: (page: Page) => Locator): Step => [
  name,
  async (page) => {
    const place = await placeOf(control(page));
    return () => page.mouse.click(...place);
  },
];

const tap = (name: string, control: (page: Page) => Locator): Step => [
  name,
  async (page) => {
    const place = await placeOf(control(page));
    return () => page.touchscreen.tap(...place);
  },
];

const tile = (page: Page, number: number) => page.getByRole('article', { name: `Image ${number}`, exact: true });
const filter = (page: Page, name: string) => page.getByLabel('Filter images by status').getByText(name);

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const entry = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true });

const MOMENT: Step[] = [
  click('a photo', (page) => tile(page, 2).getByRole('button').first()),
  key('next photo', 'j'),
  key('next photo, again', 'j'),
  key('choose a photo', ' '),
  key('clear the choice', 'Escape'),
  click('filter: rejected', (page) => filter(page, 'Rejected')),
  click('filter: all', (page) => filter(page, 'All')),
  key('close the inspector', 'i'),
  key('open the inspector', 'i'),
  key('close the inspector, again', 'i'),
  key('open the inspector, again', 'i'),
  key('sharing', 's'),
  key('close sharing', 's'),
  key('sharing, again', 's'),
  key('close sharing, again', 's'),
  key('search', 'ControlOrMeta+k'),
  type('typing a search', 'bou'),
  key('close the search', 'Escape'),
  key('edit', 'e'),
  key('next photo while editing', 'Alt+j'),
  type('typing a title', 'Roses'),
  key('save', 'Enter'),
  key('edit, again', 'e'),
  key('next photo while editing, again', 'Alt+j'),
  key('close the dialog', 'Escape'),
  click('more actions', button('More actions')),
  click('share', entry('Share')),
  key('close the share dialog', 'Escape'),
  click('more actions, again', button('More actions')),
  click('share, again', entry('Share')),
];

const PHONE_MOMENT: Step[] = [
  tap('a photo', (page) => tile(page, 2).getByRole('button').first()),
  tap('edit', button('Edit')),
  tap('cancel', button('Cancel')),
  tap('back to the photos', button('Back to the photos')),
  tap('another photo', (page) => tile(page, 3).getByRole('button').first()),
  tap('edit, again', button('Edit')),
  tap('cancel, again', button('Cancel')),
  tap('back to the photos, again', button('Back to the photos')),
  tap('more actions', button('More actions')),
  tap('share', entry('Share')),
];

const LIST: Step[] = [
  click('clients', (page) => page.getByLabel('Filter by client')),
  key('close the clients', 'Escape'),
  click('the search', (page) => page.getByLabel('Search moments')),
  type('typing a search', 'package 77'),
  key('all of it', 'ControlOrMeta+a'),
  key('none of it', 'Delete'),
  [
    'a status',
    async (page) => {
      await page.getByLabel('Filter by status').focus();
      return () => page.keyboard.press('a');
    },
  ],
  click('next page', (page) => page.getByTitle('2', { exact: true })),
  click('a moment', (page) => page.getByRole('row').nth(1).getByRole('link').first()),
];

const PHONE_LIST: Step[] = [tap('clients', (page) => page.getByLabel('Filter by client'))];

const REVIEW: Step[] = [
  tap('approve', (page) => page.getByRole('button', { name: 'Approve', exact: true }).first()),
  tap('reject', (page) => page.getByRole('button', { name: 'Reject', exact: true }).first()),
  type('typing feedback', 'Darker'),
  tap('cancel', (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' })),
  tap('full size', (page) => page.getByRole('button', { name: /^View full size/ }).first()),
];
