import { expect, type Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { openSession, test, type Product } from './product.ts';
import { makeFullMoment, makeRejectedMoment } from './showcase.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const tile = (page: Page, number: number) => page.getByRole('article', { name: `Image ${number}`, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Caption' });

test('staff check captions, resubmit and order photos by keyboard alone', async ({ page, product }) => {
  test.setTimeout(120_000);
  await openSession(page.request, product);
  const momentId = await makeRejectedMoment(page.request, product);
  await page.goto(`${product.url}/moments/${momentId}`);
  await tile(page, 1).waitFor();
  await expect(page.locator('[data-tile][aria-current=true]')).toHaveCount(1);
  await test.step('check the captions of all photos', () => checkCaptions(page, product, momentId));
  await test.step('select two of three and resubmit them', () => resubmitTwo(page, product, momentId));
  await test.step('put the first photo last', () => moveToEnd(page, product, momentId));
});

async function checkCaptions(page: Page, product: Product, momentId: string): Promise<void> {
  await page.keyboard.press('e');
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  for (const number of [1, 2, 3]) {
    await expect(dialog(page).getByText(`${number} of 3`)).toBeVisible();
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`Checked ${number}`);
    if (number < 3) await page.keyboard.press('Alt+j');
  }
  await page.keyboard.press('Alt+k');
  await expect(dialog(page).getByText('2 of 3')).toBeVisible();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Checked 2');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(tile(page, 2).locator('[data-tile]'), 'has the focus').toBeFocused();
  const titles = async () => (await imagesOf(page, product, momentId)).map(({ title }) => title);
  await expect.poll(titles).toEqual(['Checked 1', 'Checked 2', 'Checked 3']);
}

test('staff check thirty captions by keyboard alone', async ({ page, product }) => {
  test.setTimeout(120_000);
  await openSession(page.request, product);
  const momentId = await makeFullMoment(page.request, product);
  await page.goto(`${product.url}/moments/${momentId}`);
  await expect(page.getByRole('article')).toHaveCount(30);
  await test.step('answer the three that were rejected', async () => {
    for (const number of [1, 2, 3]) {
      await expect(tile(page, number).locator('[data-tile]')).toHaveAttribute('aria-current', 'true');
      await page.keyboard.press('e');
      await typeTitle(page, number);
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toHaveCount(0);
      await page.keyboard.press('r');
      await expect(page.getByText(`Rejected (${3 - number})`)).toBeVisible();
    }
  });
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
  await test.step('rewrite all thirty without a pause, while each takes a second to be saved', async () => {
    await page.route('**/api/images/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    for (const key of ['k', 'k', 'k', 'e']) await page.keyboard.press(key);
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    for (const number of numbers) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(`Great roses in green, ${number}`);
      await page.keyboard.press(number < 30 ? 'Alt+j' : 'Enter');
    }
    await expect(dialog(page)).toHaveCount(0);
    await expect(tile(page, 30).locator('[data-tile]'), 'has the focus').toBeFocused();
    await expect(tile(page, 30), 'is in view').toBeInViewport({ ratio: 1 });
  });
  await page.keyboard.press('k');
  await expect(tile(page, 29).locator('[data-tile]')).toBeFocused();
  const titles = async () => (await imagesOf(page, product, momentId)).map(({ title }) => title);
  await expect.poll(titles).toEqual(numbers.map((number) => `Great roses in green, ${number}`));
  const images = await imagesOf(page, product, momentId);
  expect(images.map(({ status }) => status)).toEqual(numbers.map(() => 'pending'));
});

async function typeTitle(page: Page, number: number): Promise<void> {
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`Checked ${number}`);
}

async function resubmitTwo(page: Page, product: Product, momentId: string): Promise<void> {
  await page.keyboard.press('k');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('region', { name: 'Selected photos' })).toContainText('2 selected');
  expect(await findViolations(page, { name: 'photos selected' })).toEqual([]);
  await page.keyboard.press('r');
  await expect(page.getByRole('status').filter({ hasText: '2 resubmitted' })).toBeVisible();
  const statuses = (await imagesOf(page, product, momentId)).map(({ status }) => status);
  expect(statuses).toEqual(['pending', 'pending', 'rejected']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
}

async function moveToEnd(page: Page, product: Product, momentId: string): Promise<void> {
  await page.keyboard.press('k');
  await expect(tile(page, 1).locator('[data-tile]')).toBeFocused();
  for (const place of [2, 3]) {
    await page.keyboard.press('Alt+ArrowRight');
    await expect(page.getByRole('status').filter({ hasText: `Moved to place ${place} of 3` })).toHaveCount(1);
    await expect(tile(page, place).locator('[data-tile]'), 'keeps the focus').toBeFocused();
  }
  const titles = async () => (await imagesOf(page, product, momentId)).map(({ title }) => title);
  await expect.poll(titles).toEqual(['Checked 2', 'Checked 3', 'Checked 1']);
}

test('staff drag a photo to another place', async ({ page, product }) => {
  await openSession(page.request, product);
  const momentId = await makeRejectedMoment(page.request, product);
  const before = (await imagesOf(page, product, momentId)).map(({ id }) => id);
  await page.goto(`${product.url}/moments/${momentId}`);
  await tile(page, 3).dragTo(tile(page, 1), { targetPosition: { x: 8, y: 40 } });
  const after = async () => (await imagesOf(page, product, momentId)).map(({ id }) => id);
  await expect.poll(after).toEqual([before[2], before[0], before[1]]);
});

test('staff select photos on a phone', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSession(page.request, product);
  const momentId = await makeRejectedMoment(page.request, product);
  await page.goto(`${product.url}/moments/${momentId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Select photos' }).click();
  for (const number of [1, 3]) await tile(page, number).locator('[data-tile]').click();
  const bar = page.getByRole('region', { name: 'Selected photos' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 photos?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 deleted' })).toBeVisible();
  await expect(page.getByText('All (1)')).toBeVisible();
  expect(await imagesOf(page, product, momentId)).toHaveLength(1);
});

async function imagesOf(page: Page, product: Product, momentId: string): Promise<Record<string, string>[]> {
  return (await page.request.get(`${product.url}/api/moments/${momentId}/images`)).json();
}
