import { expect, type Locator, type Page } from '@playwright/test';
import { openSession, test } from './product.ts';
import { makeRejectedMoment } from './showcase.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const tile = (page: Page, number: number) => page.getByRole('article', { name: `Image ${number}`, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

test('staff do their work at a zoom of 200 %', async ({ page, product, content }) => {
  test.setTimeout(120_000);
  // The viewport of 1280 × 800 px at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await openSession(page.request, product);
  const { clientId, optimizationId, draftId } = content;
  const momentId = await makeRejectedMoment(page.request, product);
  const paths = ['/', '/agencies', '/clients', `/clients/${clientId}`, '/moments', '/moments/create', '/settings'];
  paths.push(
    '/gmb-optimizations',
    `/gmb-optimizations/create?draft=${draftId}`,
    `/gmb-optimizations/${optimizationId}`,
  );
  for (const path of [...paths, `/moments/${momentId}`]) {
    await page.goto(product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(page.locator('[aria-busy=true], .ant-skeleton')).toHaveCount(0);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(640);
  }
  await test.step('select all photos, and reach the buttons for them', async () => {
    await tile(page, 3).waitFor();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('region', { name: 'Selected photos' });
    for (const name of ['Regenerate', 'Resubmit', 'Set address', 'Delete', 'Clear'])
      await expectWhole(bar.getByRole('button', { name }));
    await bar.getByRole('button', { name: 'Clear' }).click();
    await expectWhole(button(page, 'Answer 3 rejections'));
  });
  await test.step('open the inspector, and edit the caption', async () => {
    await tile(page, 1).getByRole('button').first().click();
    await expectWhole(button(page, 'Resubmit for Approval'));
    await page.getByRole('region', { name: 'Selected image' }).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Caption' });
    await dialog.getByLabel('Title').fill('Zoomed');
    await expectWhole(dialog.getByRole('button', { name: 'Save' }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await button(page, 'Resubmit for Approval').click();
    await expect(page.getByText('Pending Approval').first()).toBeVisible();
  });
});

test('staff see what is selected and focused in colours of their system', async ({ page, product }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openSession(page.request, product);
  const momentId = await makeRejectedMoment(page.request, product);
  await page.goto(`${product.url}/moments/${momentId}`);
  await tile(page, 3).waitFor();
  const looks = [
    { name: 'the selected photo', on: tile(page, 1).locator('img'), off: tile(page, 2).locator('img') },
    { name: 'the filter', on: segment(page, 'All'), off: segment(page, 'Pending') },
    { name: 'the menu', on: entry(page, 'Moments'), off: entry(page, 'Clients') },
  ];
  for (const { name, on, off } of looks) expect.soft(await edgeOf(on), name).not.toBe(await edgeOf(off));
  await page.keyboard.press(' ');
  await expect(tile(page, 1).getByRole('checkbox').locator('svg')).toBeVisible();
  await expect(tile(page, 2).getByRole('checkbox').locator('svg')).toBeHidden();
  const title = page.getByRole('region', { name: 'Selected image' }).getByLabel('Title');
  const before = await edgeOf(title);
  await title.focus();
  expect(await edgeOf(title)).not.toBe(before);
});

test('a page has the theme of the system before its script runs, where staff chose that', async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const theme = () => page.locator('html').getAttribute('data-theme');
  await page.goto(`${product.url}/login`);
  expect(await theme(), 'without a choice').toBe('light');
  await page.evaluate(() => localStorage.setItem('theme', 'system'));
  await page.route('**/assets/**', (route) => route.abort());
  await page.reload();
  expect(await theme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  expect(await theme()).toBe('light');
});

const segment = (page: Page, name: string) => page.locator('.ant-segmented-item', { hasText: name });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name });

async function edgeOf(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(node);
    return [outlineStyle === 'none' ? '' : outlineWidth, borderColor].join(' ');
  });
}

/** Expects that an element is completely within the window and not covered. */
async function expectWhole(control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 });
  await control.click({ trial: true });
}
