import { expect, type Browser, type Page } from '@playwright/test';
import { photo } from './photos.ts';
import { openSession, test, type Product } from './product.ts';

/** Locator of the live connection's indicator, on staff and visitors' pages. */
const live = (page: Page) => page.getByText('Live', { exact: true }).or(page.locator('[data-connection=live]'));

test('a review page follows what staff change, whatever sign-in its browser has', async ({
  browser,
  page: staff,
  product,
}) => {
  await openSession(staff.request, product);
  const { id, imageId } = await momentWithOnePhoto(staff);
  const retitle = async (title: string) => {
    expect((await staff.request.patch(`/api/images/${imageId}`, { data: { title } })).ok()).toBe(true);
  };

  await test.step('for a visitor whose browser has an expired sign-in', async () => {
    const review = await openReview(browser, product, id, 'gmb.sid=s%3Aended.signature');
    await retitle('Tulips in the window');
    await expect(review.getByText('Tulips in the window')).toBeVisible();
    await review.context().close();
  });

  await test.step('for staff, whose own pages go on following', async () => {
    await staff.goto(`${product.url}/moments/${id}`);
    const review = await staff.context().newPage();
    await review.goto(`${product.url}/public/${id}`);
    await expect(live(review)).toBeAttached();
    await retitle('Roses at the door');
    await expect(review.getByText('Roses at the door')).toBeVisible();
    await expect(staff.getByText('Roses at the door').first()).toBeVisible();
    await review.close();
  });
});

async function momentWithOnePhoto(page: Page): Promise<{ id: string; imageId: string }> {
  const api = page.request;
  const client = await (await api.post('/api/clients', { data: { business: 'Petra’s Flowers' } })).json();
  const moment = await (await api.post('/api/moments', { data: { title: 'One photo', clientId: client.id } })).json();
  await page.goto(`/moments/${moment.id}`);
  await page.getByRole('button', { name: 'Add More Images' }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(photo('IMG_2041.jpg'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add|Upload)/ })
    .click();
  await expect(page.getByRole('article')).toHaveCount(1);
  const [image] = await (await api.get(`/api/moments/${moment.id}/images`)).json();
  return { id: moment.id, imageId: image.id };
}

async function openReview(browser: Browser, { url }: Product, id: string, cookie: string): Promise<Page> {
  const context = await browser.newContext();
  const [name, value] = cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto(`${url}/public/${id}`);
  await expect(live(page)).toBeAttached();
  return page;
}
