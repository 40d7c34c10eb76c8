import { expect, type Browser, type Page } from '@playwright/test';
import { test, type Product } from './product.ts';
import type { Showcase } from './showcase.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };
/** Levels of console messages that fail the story; React reports hydration errors there. */
const ERRORS = ['error', 'warning'];

test('a review page is there before its scripts, and they take it over as it is', async ({
  browser,
  product,
  content,
}) => {
  await test.step('without scripts: photos, texts and brand', () => withoutScripts(browser, product, content));

  await test.step('a tap before the scripts are there is answered when they are', () =>
    tapEarly(browser, product, content));

  for (const [device, options] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    for (const theme of ['light', 'dark']) {
      await test.step(`taken over on a ${device}, in the ${theme} theme`, async () => {
        const context = await browser.newContext(options);
        await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
        for (const path of [`/public/${content.momentId}`, `/gmb-preview/${content.publicLink}`]) {
          await expectTakenOver(await context.newPage(), product.url + path);
        }
        await context.close();
      });
    }
  }

  await test.step('taken over in Arabic, from right to left', async () => {
    const { page, reports } = await openIn('ar-EG', browser, `${product.url}/public/${content.momentId}`);
    await page.getByRole('button', { name: 'رفض' }).first().click();
    await expect(page.getByRole('textbox', { name: 'ملاحظاتك' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    expect(reports).toEqual([]);
    await page.context().close();
  });

  await test.step('in English where the texts of the language are not there', async () => {
    const { page } = await openIn('de-DE', browser, `${product.url}/public/${content.momentId}`, '**/assets/de-*.js');
    await expect(page.getByRole('heading', { name: 'Review & Approve Content' })).toBeVisible();
    await page.getByRole('button', { name: 'Reject' }).first().click();
    await expect(page.getByRole('textbox', { name: 'Feedback' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.context().close();
  });
});

/** Opens a page in a browser with this language. @param missing pattern of files that fail to load */
async function openIn(locale: string, browser: Browser, url: string, missing = 'none') {
  const page = await (await browser.newContext({ ...PHONE, locale })).newPage();
  const reports: string[] = [];
  page.on('console', (message) => ERRORS.includes(message.type()) && reports.push(message.text()));
  page.on('pageerror', (error) => reports.push(error.message));
  await page.route(missing, (route) => route.abort());
  await page.goto(url);
  return { page, reports };
}

async function withoutScripts(browser: Browser, product: Product, content: Showcase): Promise<void> {
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.url}/public/${content.momentId}`);
  await expect(page.getByRole('heading', { name: 'Review & Approve Content' })).toBeVisible();
  const photos = page.getByRole('article').getByRole('img');
  await expect(photos.first()).toBeVisible();
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
  await expect(page.getByRole('article').getByText('Description').first()).toBeVisible();
  await page.goto(`${product.url}/gmb-preview/${content.publicLink}`);
  await expect(page.getByRole('heading', { name: 'Review Your New Profile' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Services' })).toBeVisible();
  await context.close();
}

async function tapEarly(browser: Browser, product: Product, content: Showcase): Promise<void> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const loadScripts = await holdScripts(page);
  await page.goto(`${product.url}/public/${content.momentId}`, { waitUntil: 'commit' });
  const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Approve' }) });
  const card = page.getByRole('article', { name: (await cards.first().getAttribute('aria-label'))!, exact: true });
  // Of several early taps, the last one counts.
  await card.getByRole('button', { name: 'Reject' }).tap();
  await card.getByRole('button', { name: 'Approve' }).tap();
  loadScripts();
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
  await expect(card.getByRole('button', { name: 'Approve' })).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(card.getByRole('button', { name: 'Approve' })).toBeVisible();
  await context.close();
}

/** Delays the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let load!: () => void;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/assets/*.js', (route) => loaded.then(() => route.continue()));
  return load;
}

/**
 * Opens a page, and expects that hydration changes nothing, logs nothing, and requests no style that the HTML
 * contains.
 */
async function expectTakenOver(page: Page, url: string): Promise<void> {
  const reports: string[] = [];
  const sheets: string[] = [];
  page.on(
    'request',
    (request) => request.resourceType() === 'stylesheet' && sheets.push(new URL(request.url()).pathname),
  );
  page.on('console', (message) => ERRORS.includes(message.type()) && reports.push(message.text()));
  page.on('pageerror', (error) => reports.push(error.message));
  await page.goto(url);
  const sent = await (await page.request.get(url)).text();
  expect(sent).toContain(await page.getByRole('heading', { level: 1 }).innerText());
  // The dialog shows that the page works.
  await page.getByRole('button', { name: 'Reject' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Feedback' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expect(page.locator('output[data-connection=live]')).toBeAttached();
  expect(sheets.filter((path) => sent.includes(path))).toEqual([]);
  expect(sheets, 'the part that was loaded for the dialog has a style').toHaveLength(1);
  expect(reports).toEqual([]);
}
