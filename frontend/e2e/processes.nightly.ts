import { expect, type Page } from '@playwright/test';
import { allPhotos } from './photos.ts';
import { signIn, test, type Product } from './product.ts';

test('a run of ten images survives the death of its worker and of the API, and the screen shows the truth', async ({
  page,
  product,
}) => {
  await signIn(page, product);
  const id = await momentWithTenPhotos(page, product);
  await page.goto(`${product.url}/moments/${id}`);
  await expect(page.getByRole('article')).toHaveCount(10);
  product.ai.always({ delayMs: 1200 });

  await test.step('kill -9 of the worker in the middle of the run', async () => {
    await page.getByRole('button', { name: 'Generate AI Captions' }).click();
    await expect(page.getByRole('button', { name: /Generating [34]\/10/ })).toBeVisible();
    for (const pid of await product.pids('worker')) process.kill(pid, 'SIGKILL');
  });

  await test.step('a reload shows the true count, and the run goes on', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: /Generating [3-9]\/10\.\.\./ })).toBeVisible();
    await expect(page.getByRole('button', { name: /Generating [5-7]\/10/ })).toBeVisible({ timeout: 40_000 });
  });

  await test.step('kill -9 of the API: the browser reconnects and shows the truth', async () => {
    for (const pid of await product.pids('api')) process.kill(pid, 'SIGKILL');
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('No title yet')).toHaveCount(0, { timeout: 40_000 });
    await expect(page.locator('article[aria-busy=true]')).toHaveCount(0, { timeout: 40_000 });
    await expect(page.getByRole('button', { name: 'Generate AI Captions' })).toBeDisabled();
  });

  await test.step('the run ended at 10/10, and at most the image in flight was asked of the AI twice', async () => {
    const { total, done, failed, state } = await (await page.request.get(`/api/moments/${id}/caption-run`)).json();
    expect({ total, done, failed, state }).toEqual({ total: 10, done: 10, failed: 0, state: 'completed' });
    const names = product.ai.requests.map((request) => request.fileName);
    expect(new Set(names).size).toBe(10);
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(11);
  });
});

async function momentWithTenPhotos(page: Page, product: Product): Promise<string> {
  const api = page.request;
  const client = await (await api.post('/api/clients', { data: { business: 'Petra’s Flowers' } })).json();
  const moment = await (await api.post('/api/moments', { data: { title: 'Ten photos', clientId: client.id } })).json();
  await page.goto(`${product.url}/moments/${moment.id}`);
  const photos = await allPhotos();
  expect(photos).toHaveLength(10);
  await page.getByRole('button', { name: 'Add More Images' }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(photos);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add|Upload)/ })
    .click();
  await expect(page.getByRole('article')).toHaveCount(10);
  return moment.id;
}
