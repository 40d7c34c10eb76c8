import { expect, type Locator, type Page } from '@playwright/test';
import { LANGUAGE_COOKIE } from '../../backend/src/contract/languages.js';
import { photoPart } from './photos.ts';
import { openSession, test, type Product } from './product.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.use(PHONE);

test('on a phone, Back closes what lies over a page before it leaves the page', async ({ page, product }) => {
  await openSession(page.request, product);
  const momentId = await momentWithPhotos(page, product);
  const dialog = page.locator('dialog').filter({ visible: true });

  await test.step('the review page: the full-size view and the feedback dialog', async () => {
    await page.goto(`${product.url}/public/moments`);
    await page.goto(`${product.url}/public/${momentId}`);
    await page
      .getByRole('button', { name: /^View full size/ })
      .first()
      .tap();
    await page.getByRole('button', { name: 'Next image' }).tap();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Reject' }).first().tap();
    await page.getByRole('textbox', { name: 'Feedback' }).fill('Too dark');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Reject' }).first().tap();
    await expect(page.getByRole('textbox', { name: 'Feedback' })).toHaveValue('Too dark');
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a page that was loaded again under an open dialog has no entry too many', async () => {
    await page
      .getByRole('button', { name: /^View full size/ })
      .first()
      .tap();
    await expect(dialog).toBeVisible();
    await expectEntry(page);
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(2);
    await expectSettled(page);
    await page.goBack();
    await expect(page).toHaveURL(`${product.url}/public/moments`);
  });

  await test.step('the menu of staff: Back closes it, and leads from a chosen page to the one before', async () => {
    await page.goto(product.url);
    await openMenu(page);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    for (const name of ['Clients', 'Moments', 'Clients']) {
      await openMenu(page);
      await page.getByRole('navigation').getByRole('link', { name }).tap();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(dialog).toHaveCount(0);
    }
    await expectSettled(page);
    for (const path of ['/moments', '/clients', '/']) {
      await page.goBack();
      await expect(page).toHaveURL(product.url + path);
    }
  });

  await test.step('a form with unsaved input asks first; Back again keeps editing', async () => {
    await page.goto(`${product.url}/clients`);
    await page.getByRole('button', { name: 'Add Client' }).tap();
    await page.getByLabel('Business Name').fill('Rye Bakery');
    await page.goBack();
    await expect(page.getByText('Discard unsaved changes?')).toBeVisible();
    await expectEntry(page);
    await page.goBack();
    await expect(page.getByText('Discard unsaved changes?')).toBeHidden();
    await expectEntry(page);
    await expect(page.getByLabel('Business Name')).toHaveValue('Rye Bakery');
    await page.goBack();
    await page.getByRole('button', { name: 'Discard' }).tap();
    await expect(dialog).toHaveCount(0);
    await expectSettled(page);
    await page.goBack();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  await test.step('a deletion leads on, and Back from there not to what is gone', async () => {
    await page.goto(`${product.url}/moments/${momentId}`);
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Delete Package' }).tap();
    await dialog.getByRole('button', { name: 'Delete' }).tap();
    await expect(page).toHaveURL(`${product.url}/moments`);
    await expectSettled(page);
  });
});

test('on a phone, no tooltip stays over what a tap opened', async ({ page, product }) => {
  await openSession(page.request, product);
  await page.goto(product.url);
  await openMenu(page);
  // Longer than the delay of tooltips.
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.waitForFunction((start) => performance.now() - start > 1500, await page.evaluate(() => performance.now()));
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

for (const { width, height, language, textSize } of [
  { width: 390, height: 844, language: 'en', textSize: '100%' },
  { width: 320, height: 568, language: 'en', textSize: '100%' },
  { width: 390, height: 844, language: 'de', textSize: '200%' },
  { width: 320, height: 568, language: 'ar', textSize: '200%' },
]) {
  test(`on a phone of ${width} px, in ${language} with text at ${textSize}, no control of a review lies under another`, async ({
    page,
    product,
    content,
  }) => {
    await page.setViewportSize({ width, height });
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: product.url }]);
    await page.addInitScript((size) => {
      const enlarge = () => document.documentElement?.style.setProperty('text-size-adjust', size);
      new MutationObserver(enlarge).observe(document, { childList: true });
    }, textSize);
    await openSession(page.request, product);
    const momentId = await momentWithPhotos(page, product, Array<string>(3).fill('spring-bouquet-peonies.jpg'));
    const undecided = page.locator('article:has([data-choices] > :nth-child(2))');
    const [reject, approve] = ['first', 'last'].map((place) =>
      undecided.first().locator(`[data-choices] > :${place}-child`),
    ) as [Locator, Locator];
    const said = page.locator('[data-toast]');
    const undo = said.getByRole('button').first();

    await test.step('after a portrait photo was approved, and one was rejected', async () => {
      await page.goto(`${product.url}/public/${momentId}`);
      await approve.tap();
      await expect(undecided).toHaveCount(2);
      await expectUncovered(page, said, reject, approve);
      await reject.tap();
      await page.locator('dialog textarea').fill('Too dark');
      await page.locator('dialog [type=submit]').tap();
      await expect(undecided).toHaveCount(1);
      await expectUncovered(page, said, reject, approve);
      await undo.tap();
      await expect(undecided).toHaveCount(2);
    });

    await test.step('in the full-size view', async () => {
      await page.locator('article img').nth(1).tap();
      const dialog = page.locator('dialog');
      const choices = dialog.locator('footer button:not([aria-label])');
      await choices.last().tap();
      await expect(undecided).toHaveCount(1);
      await expectUncovered(page, said, choices.first(), choices.last());
      await dialog.locator('header button').tap();
    });

    await test.step('once all is decided', async () => {
      await approve.tap();
      await expect(undecided).toHaveCount(0);
      await expectUncovered(page, said, page.locator('main [type=submit]'));
    });

    await test.step('on a section of a profile', async () => {
      await page.goto(`${product.url}/gmb-preview/${content.publicLink}`);
      await approve.tap();
      await expectUncovered(page, said, reject, page.locator('main [type=submit]'));
      await undo.tap();
      await expect(said).toHaveCount(1);
    });
  });
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}

/** Expects that no control is covered while a toast is shown, at the current and at these scroll positions. */
async function expectUncovered(page: Page, said: Locator, ...controls: Locator[]): Promise<void> {
  // The toast stays while the pointer is on it.
  await said.hover();
  // The page may still scroll to the next card.
  await expect.poll(() => page.evaluate(coveredControls)).toEqual([]);
  for (const control of controls) {
    await control.scrollIntoViewIfNeeded();
    const html = await control.evaluate(({ outerHTML }) => outerHTML);
    expect(await page.evaluate(coveredControls)).not.toContain(html);
  }
  await expect(said).toHaveCount(1);
}

/**
 * Controls whose centre is on screen but covered by another element, except those scrolled below the page's header.
 */
function coveredControls(): string[] {
  const root = [...document.querySelectorAll('dialog')].at(-1) ?? document;
  return [...root.querySelectorAll('a[href], button, input, textarea, select, summary')]
    .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const middle = top + height / 2;
      const over = document.elementFromPoint(left + width / 2, middle);
      const head = over?.closest('header') && (over.closest<HTMLElement>('[data-toast]')?.offsetParent ?? null);
      const isUnderHead = head === null || (head && middle < head.getBoundingClientRect().bottom);
      return over && !isUnderHead && !control.contains(over);
    })
    .map((control) => control.outerHTML);
}

/** Waits until the history has the additional entry of an overlay. */
async function expectEntry(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.isOverlay))).toBe(true);
}

/** Waits until the history has no entry of an overlay. */
async function expectSettled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.isOverlay))).toBe(false);
}

async function momentWithPhotos(
  page: Page,
  product: Product,
  names = ['IMG_2041.jpg', 'IMG_2057.jpg'],
): Promise<string> {
  const api = page.request;
  const client = await (await api.post('/api/clients', { data: { business: 'Petra’s Flowers' } })).json();
  const moment = await (await api.post('/api/moments', { data: { title: 'Spring', clientId: client.id } })).json();
  for (const name of names) {
    const images = await photoPart(name);
    const answer = await api.post(`${product.url}/api/upload`, {
      multipart: { momentId: moment.id as string, images },
    });
    expect(answer.status()).toBe(201);
  }
  return moment.id as string;
}
