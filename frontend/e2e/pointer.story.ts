import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { ImageView } from '../../backend/src/contract/images.js';
import { staffScenes } from './accessibility.scenes.ts';
import { openSession, test, type Product } from './product.ts';
import { makeRejectedMoment } from './showcase.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SIZES = { wide: [1440, 900], desktop: [1280, 720], phone: [390, 844], small: [320, 640] } as const;

test('what is under the pointer stays there, is not covered, and can be reached', async ({
  page,
  product,
  content,
  nth,
}) => {
  test.setTimeout(300_000);
  await openSession(page.request, product);
  await test.step('every control of every page can be reached on a screen of 320 px', async () => {
    await resize(page, 'small');
    // Without the later steps of the wizard, which open only in the browser that stored the draft.
    for (const { name, path, ready } of staffScenes(content).filter((scene) => !scene.path.includes('?draft='))) {
      await page.goto(product.url + path);
      await ready(page).waitFor();
      expect.soft(await cutOff(page), name).toEqual([]);
    }
  });
  await addAgencies(page.request, product, nth);
  for (const size of ['wide', 'desktop', 'phone'] as const) {
    await resize(page, size);
    await test.step(`a second click at the same place resubmits nothing, ${size}`, () => resubmitOnce(page, product));
    await test.step(`a toast covers no control, ${size}`, () => notify(page, product, content.optimizationId));
  }
});

async function resize(page: Page, size: keyof typeof SIZES): Promise<void> {
  const [width, height] = SIZES[size];
  await page.setViewportSize({ width, height });
}

async function resubmitOnce(page: Page, product: Product): Promise<void> {
  const momentId = await makeRejectedMoment(page.request, product);
  const rejected = async () => (await imagesOf(page.request, product, momentId)).map(({ status }) => status);
  // Changed images are resubmitted without a question.
  for (const { id } of await imagesOf(page.request, product, momentId))
    await page.request.patch(`${product.url}/api/images/${id}`, { data: { title: 'In daylight' } });
  await page.goto(`${product.url}/moments/${momentId}`);
  await page.getByText('Rejected (3)').click();
  const first = page.getByRole('article', { name: 'Image 1' }).getByRole('button').first();
  await first.click();
  const selected = page.getByRole('region', { name: 'Selected image' });
  const back = page.getByRole('button', { name: 'Back to the photos' });
  const dialogs = await page.getByRole('dialog').count();
  const place = await centreOf(selected.getByRole('button', { name: 'Resubmit for Approval' }));
  await page.mouse.dblclick(...place);
  await expect(page.getByText('Rejected (2)')).toBeVisible();
  await expect(selected.getByText('#2')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(dialogs);
  await expect.poll(rejected).toEqual(['pending', 'rejected', 'rejected']);
  if (await back.isVisible()) await back.click();
  await first.click();
  expect(await centreOf(selected.getByRole('button', { name: 'Resubmitted' })), 'has not moved').toEqual(place);
  await selected.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Rejected (3)')).toBeVisible();
  await expect.poll(rejected).toEqual(['rejected', 'rejected', 'rejected']);
}

/** So many that the last one is at the bottom of the screen. */
async function addAgencies(api: APIRequestContext, product: Product, nth: string): Promise<void> {
  for (let number = 10; number < 20; number += 1) {
    const multipart = { name: `Other ${nth} ${number}`, customDomain: `www${number}.other${nth}.example` };
    expect((await api.post(`${product.url}/api/agencies`, { multipart })).status()).toBe(201);
  }
}

async function notify(page: Page, product: Product, optimizationId: string): Promise<void> {
  await page.goto(`${product.url}/agencies`);
  const verify = page.getByRole('button', { name: /^Verify www/ }).last();
  await verify.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Verification Failed' })).toBeVisible();
  await expectUncovered(page, verify);
  await page.goto(`${product.url}/gmb-optimizations/${optimizationId}`);
  await page.getByLabel('Service Areas: AI Suggestion').fill('Porto');
  await page.route('**/api/gmb-optimizations/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save changes' })).toBeVisible();
  await expectUncovered(page, save);
  await page.unroute('**/api/gmb-optimizations/*');
  await page.getByRole('button', { name: 'Discard' }).click();
}

/**
 * Expects that a toast does not cover the control that caused it. On wide screens it covers the centre of no other
 * control either; on a phone there is not enough room, and a tap on the toast closes it.
 */
async function expectUncovered(page: Page, control: Locator): Promise<void> {
  await control.click({ trial: true, timeout: 2000 });
  const toast = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Close', exact: true }) });
  if (page.viewportSize()!.width < 768) {
    await toast.click();
    return expect(toast).toHaveCount(0);
  }
  const covered = await toast.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [...document.querySelectorAll('a[href], button, input, textarea, select, [role=button]')]
      .filter((other) => !element.contains(other))
      .filter((other) => {
        const box = other.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return box.width > 0 && x > left && x < right && y > top && y < bottom;
      })
      .map((other) => other.outerHTML.slice(0, 200));
  });
  expect.soft(covered).toEqual([]);
}

/** Controls that are horizontally outside of the screen or clipped by a parent. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isWithin = (control: Element, frame: { left: number; right: number }) => {
      const { left, right } = control.getBoundingClientRect();
      return left >= frame.left - 1 && right <= frame.right + 1;
    };
    const cuts = (element: Element | null): Element[] => {
      if (!element) return [];
      const isCut = ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
      return [...(isCut ? [element] : []), ...cuts(element.parentElement)];
    };
    return [...document.querySelectorAll('a[href], button, input, textarea, [role=button]')]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter(
        (control) =>
          !isWithin(control, { left: 0, right: window.innerWidth }) ||
          cuts(control.parentElement).some((cut) => !isWithin(control, cut.getBoundingClientRect())),
      )
      .map((control) => control.outerHTML.slice(0, 200));
  });
}

async function centreOf(control: Locator): Promise<[x: number, y: number]> {
  await control.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await control.boundingBox())!;
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}

async function imagesOf(api: APIRequestContext, product: Product, momentId: string): Promise<ImageView[]> {
  return (await api.get(`${product.url}/api/moments/${momentId}/images`)).json() as Promise<ImageView[]>;
}
