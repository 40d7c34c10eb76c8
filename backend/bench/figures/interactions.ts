import type { BrowserContext, Locator, Page } from '@playwright/test';
import { DESKTOP, inBrowser, longestInteraction, PHONE, placeOf, signIn, slowDown } from '../browser.js';
import { median, valueAtMost, type Figure } from '../figure.js';
import { createCaptionedMoment } from '../page-data.js';
import { seedMoments } from '../seed.js';

const IMAGES = 30;
const MOMENTS = 10_000;
const ROUNDS = 3;

/** One key, click or tap, prepared so that nothing but it keeps the page busy while it is measured. */
type Step = [name: string, prepare: (page: Page) => Promise<() => Promise<void>>];

/** How long a slow computer or phone takes from a key, click or tap to the next frame. */
export const interactions: Figure = {
  name: 'interactions',
  measure: () =>
    inBrowser({ fill: (databaseUrl) => seedMoments(databaseUrl, MOMENTS - 1, 0) }, async (browser, product) => {
      const moment = await createCaptionedMoment(product, IMAGES);
      const staff = await browser.newContext(DESKTOP);
      await signIn(staff, product);
      const client = await browser.newContext(PHONE);
      const screens: [what: string, context: BrowserContext, path: string, steps: Step[]][] = [
        [`moment of ${IMAGES} images`, staff, `/moments/${moment}`, MOMENT],
        ['list of 10,000 moments', staff, '/moments', LIST],
        [`review page of ${IMAGES} images`, client, `/public/${moment}`, REVIEW],
      ];
      const rows = [];
      for (const [what, context, path, steps] of screens) {
        const page = await context.newPage();
        const [slowest, ms] = await slowestStep(page, `${product.url}${path}`, steps);
        await page.close();
        rows.push(valueAtMost(`${what}, 4× slower processor: the slowest answer (${slowest})`, 'ms', 100, ms));
      }
      return rows;
    }),
};

/** The step whose median time is the longest, and that time in milliseconds. */
async function slowestStep(page: Page, url: string, steps: Step[]): Promise<[name: string, ms: number]> {
  const times = new Map(steps.map(([name]) => [name, [] as number[]]));
  await slowDown(page);
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(url, { waitUntil: 'networkidle' });
    for (const [name, prepare] of steps) times.get(name)!.push(await longestInteraction(page, await prepare(page)));
  }
  const medians = [...times].map(([name, of]): [string, number] => [name, median(of)]);
  for (const [name, ms] of medians) console.error(`    ${name}: ${ms} ms`);
  return medians.toSorted(([, one], [, other]) => other - one)[0]!;
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
  key('search', 'ControlOrMeta+k'),
  type('typing a search', 'bou'),
  key('close the search', 'Escape'),
  key('edit', 'e'),
  key('next photo while editing', 'Alt+j'),
  type('typing a title', 'Roses'),
  key('save', 'Enter'),
  key('edit, again', 'e'),
];

const LIST: Step[] = [
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
  click('a moment', (page) => page.getByRole('row').nth(3).getByRole('link').first()),
];

const REVIEW: Step[] = [
  tap('approve', (page) => page.getByRole('button', { name: 'Approve', exact: true }).first()),
  tap('reject', (page) => page.getByRole('button', { name: 'Reject', exact: true }).first()),
  type('typing feedback', 'Darker'),
  tap('cancel', (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' })),
  tap('full size', (page) => page.getByRole('button', { name: /^View full size/ }).first()),
];
