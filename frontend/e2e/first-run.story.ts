import { expect, type Page } from '@playwright/test';
import { EMPTY } from './accessibility.scenes.ts';
import { checkScenes } from './axe.ts';
import { allPhotos } from './photos.ts';
import { ADMIN, openSession, test, type Product } from './product.ts';

// The first start with an empty database, then stories that need a product without content, in this order.
test.use({ startCommand: 'npm start' });

/** The number of clicks that a new team needs; typing and choosing files do not count. */
const TO_SHARE = 12;
const TO_ANSWER = 6;

const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

test(
  'axe finds nothing on the pages of staff before there is any content, light and dark, desktop and phone',
  { tag: '@main' },
  async ({ page, product }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSession(page.request, product);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await checkScenes(size, page, product.url, EMPTY);
    }
  },
);

test('a new team tries the product with a sample, and removes it', { tag: '@main' }, async ({ page, product }) => {
  await openSession(page.request, product);
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Load a sample' }).click();
  await page.getByRole('link', { name: 'Open the sample' }).click();
  await expect(page.getByRole('heading', { name: 'Sample: a week at the florist' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(5);
  await expect(page.getByRole('article').first().locator('img')).toHaveJSProperty('complete', true);
  await page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page.getByRole('region', { name: 'Getting started' }).getByText('0 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the sample' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Load a sample' })).toBeVisible();
  await expect(page.getByText('No recent activity yet')).toBeVisible();
});

test(
  'a new team shares a package of ten captioned photos, and answers two rejections, in few clicks',
  { tag: '@main' },
  async ({ browser, product }) => {
    const staff = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
    await countClicks(staff);

    await test.step('from sign-in to the shared link', async () => {
      await staff.goto(`${product.url}/login`);
      await staff.getByLabel('Email').fill(ADMIN.email);
      await staff.getByLabel('Password').fill(ADMIN.password);
      await staff.getByRole('button', { name: /Sign In$/ }).click();
      await expect(staff.getByRole('region', { name: 'Getting started' }).getByText('0 of 5')).toBeVisible();
      await staff.getByRole('link', { name: 'Create a package' }).click();
      await staff.getByLabel('Business').click();
      await staff.keyboard.type('Petra’s Flowers');
      await staff.getByTitle('Create “Petra’s Flowers”').click();
      await expect(staff.getByText('Client created')).toBeVisible();
      await staff.getByLabel('Moment Title').click();
      await staff.keyboard.type('Spring week');
      await staff.locator('input[type=file]').setInputFiles((await allPhotos()).slice(0, 10));
      await staff.getByRole('button', { name: 'Create Package' }).click();
      await expect(staff.getByRole('article')).toHaveCount(10);
      await staff.getByRole('button', { name: 'Generate AI Captions' }).click();
      const share = staff.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Share' });
      await share.click();
      await staff.getByRole('button', { name: 'Copy open link' }).click();
      await staff.keyboard.press('Escape');
      await expect(staff.getByText('Waiting for the client')).toBeVisible();
      expect(await staff.evaluate(() => navigator.clipboard.readText())).toMatch(/\/public\/[0-9a-f-]{36}$/);
      expect(await clicksOf(staff)).toBeLessThanOrEqual(TO_SHARE);
    });

    await rejectTwo(staff, product);

    await test.step('from the dashboard to two answers', async () => {
      await staff.getByRole('menuitem', { name: /Dashboard/ }).click();
      await expect(staff.getByText('Answer feedback on 2 photos')).toBeVisible();
      const before = await clicksOf(staff);
      await staff.getByRole('link', { name: 'Answer Spring week' }).click();
      const image = staff.getByRole('region', { name: 'Selected image' });
      for (const [feedback, title] of [
        ['Name the peonies', 'Peonies, tied by hand'],
        ['Name the street', 'The shop in Quay Street'],
      ]) {
        await expect(image.getByText(feedback!)).toBeVisible();
        await image.getByLabel('Title', { exact: true }).click();
        await staff.keyboard.press('ControlOrMeta+A');
        await staff.keyboard.type(title!);
        await image.getByRole('button', { name: 'Resubmit for Approval' }).click();
      }
      await expect(image.getByText('Pending Approval')).toBeVisible();
      expect((await clicksOf(staff)) - before).toBeLessThanOrEqual(TO_ANSWER);
      await expect(staff.getByText('Waiting for the client')).toBeVisible();
    });
  },
);

/** Counts clicks from now on; the page must not be reloaded. */
async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { clicks: 0 });
    const count = () => Object.assign(window, { clicks: (window as unknown as { clicks: number }).clicks + 1 });
    window.addEventListener('pointerdown', count, { capture: true });
  });
}

function clicksOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

/** The client rejects the first and the third photo. */
async function rejectTwo(page: Page, { url }: Product): Promise<void> {
  const momentId = new URL(page.url()).pathname.split('/').at(-1);
  const answer = await page.request.get(`${url}/api/public/${momentId}/images`);
  const images = (await answer.json()) as { id: string }[];
  for (const [index, feedback] of [
    [0, 'Name the peonies'],
    [2, 'Name the street'],
  ] as const) {
    const rejection = await page.request.post(`${url}/api/images/${images[index]!.id}/reject`, { data: { feedback } });
    expect(rejection.ok()).toBe(true);
  }
}
