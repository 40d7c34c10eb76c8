import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { allPhotos, photo } from './photos.ts';
import { signIn, test, type Product } from './product.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const IMAGES = ['IMG_2041.jpg', 'IMG_2057.jpg', 'IMG_2063.jpg', 'IMG_2088.jpg'];

interface ImageRow {
  id: string;
  fileName: string;
  title: string;
  status: string;
  feedback: string;
}

test('A phone and a desk go offline and come back → while images are decided, edited and deleted elsewhere → each says so, keeps what was typed and can do it again; nothing is lost or doubled', async ({
  browser,
  page: staff,
  product,
}) => {
  await signIn(staff, product);
  const momentId = await momentWith(staff, photo(...IMAGES));
  const [first, second, third, fourth] = (await imagesOf(staff, momentId)) as [ImageRow, ImageRow, ImageRow, ImageRow];
  await staff.goto(`${product.url}/moments/${momentId}`);
  const reviewer = await (await browser.newContext(PHONE)).newPage();
  await reviewer.goto(`${product.url}/public/${momentId}`);
  await expect(reviewer.getByRole('article')).toHaveCount(4);
  await card(staff, 2).getByRole('button').first().click();
  await expect(staff.getByRole('region', { name: 'Selected image' }).getByText('#2')).toBeVisible();
  await staff.getByRole('button', { name: 'Edit', exact: true }).click();
  const caption = staff.getByRole('dialog');
  await caption.getByLabel('Title').fill('Typed offline');

  await test.step('offline, a decision and an edit say that they failed, and keep what was typed', async () => {
    await Promise.all([reviewer, staff].map((page) => page.context().setOffline(true)));
    await card(reviewer, 1).getByRole('button', { name: 'Approve' }).click();
    await expect(reviewer.getByText('Failed to approve image')).toBeVisible();
    await expect(card(reviewer, 1).getByRole('button', { name: 'Approve' })).toBeEnabled();
    await card(reviewer, 3).getByRole('button', { name: 'Reject' }).click();
    await reviewer.getByRole('textbox', { name: 'Feedback' }).fill('Too dark');
    await reviewer.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(reviewer.getByText('Failed to submit feedback')).toBeVisible();
    await expect(reviewer.getByRole('textbox', { name: 'Feedback' })).toHaveValue('Too dark');
    await caption.getByRole('button', { name: /^Save/ }).click();
    await expect(
      caption.getByText('The server could not be reached. Check your connection and try again.'),
    ).toBeVisible();
    await expect(caption.getByLabel('Title')).toHaveValue('Typed offline');
  });

  await test.step('meanwhile a colleague edits one image and deletes another', async () => {
    const colleague = await (await browser.newContext()).newPage();
    await signIn(colleague, product);
    const api = colleague.request;
    await api.patch(`${product.url}/api/images/${first.id}`, { data: { description: 'Changed meanwhile' } });
    await api.delete(`${product.url}/api/images/${fourth.id}`);
    expect((await imagesOf(colleague, momentId)).map(({ status }) => status)).toEqual(Array(3).fill('pending'));
    await colleague.context().close();
  });

  await test.step('online again, both see what happened, and do what they wanted', async () => {
    await Promise.all([reviewer, staff].map((page) => page.context().setOffline(false)));
    await reviewer.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(reviewer.getByText('The team will make revisions based on your feedback')).toBeVisible();
    await expect(reviewer.getByRole('article')).toHaveCount(3);
    await expect(card(reviewer, 1)).toContainText('Changed meanwhile');
    await card(reviewer, 1).getByRole('button', { name: 'Approve' }).click();
    await expect(reviewer.getByText('Image approved successfully')).toBeVisible();
    // The loading icon may still be fading out.
    await caption.getByRole('button', { name: /Save$/ }).click();
    await expect(caption).toBeHidden();
    await expect(card(reviewer, 2)).toContainText('Typed offline');
  });

  await test.step('both screens and the API agree, and each decision was taken once', async () => {
    await expect(staff.getByRole('article')).toHaveCount(3);
    await expect(card(staff, 1).getByText('Approved', { exact: true })).toBeVisible();
    await expect(card(staff, 3).getByText('Too dark')).toBeVisible();
    const rows = await imagesOf(staff, momentId);
    expect(rows.map(({ id, status, title, feedback }) => [id, status, title, feedback])).toEqual([
      [first.id, 'approved', '', ''],
      [second.id, 'pending', 'Typed offline', ''],
      [third.id, 'rejected', '', 'Too dark'],
    ]);
    const history = await (await staff.request.get(`/api/moments/${momentId}/history`)).json();
    const actions = (history as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => /approved|rejected/.test(action)).toSorted()).toEqual([
      'image.approved',
      'image.rejected',
    ]);
  });
});

test('kill -9 of the API under open pages → with unsaved text in a dialog of staff and in the feedback of a client → the text stays, the screens are live again by themselves, and saving succeeds', async ({
  browser,
  page: staff,
  product,
}) => {
  await signIn(staff, product);
  const momentId = await momentWith(staff, photo(...IMAGES.slice(0, 2)));
  await staff.goto(`${product.url}/moments/${momentId}`);
  const reviewer = await (await browser.newContext(PHONE)).newPage();
  await reviewer.goto(`${product.url}/public/${momentId}`);
  await card(staff, 1).getByRole('button').first().click();
  await staff.getByRole('button', { name: 'Edit', exact: true }).click();
  const caption = staff.getByRole('dialog');
  await caption.getByLabel('Title').fill('Not saved yet');
  await card(reviewer, 2).getByRole('button', { name: 'Reject' }).click();
  const feedback = reviewer.getByRole('textbox', { name: 'Feedback' });
  await feedback.fill('Not sent yet');

  for (const pid of await product.pids('api')) process.kill(pid, 'SIGKILL');
  await expect(staff.getByText('Reconnecting…')).toBeVisible();
  await expect(staff.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(caption.getByLabel('Title')).toHaveValue('Not saved yet');
  await expect(feedback).toHaveValue('Not sent yet');

  await caption.getByRole('button', { name: /^Save/ }).click();
  await expect(caption).toBeHidden();
  await reviewer.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(reviewer.getByText('The team will make revisions based on your feedback')).toBeVisible();
  await expect(card(reviewer, 1)).toContainText('Not saved yet');
  await expect(card(staff, 2).getByText('Not sent yet')).toBeVisible();
  const rows = await imagesOf(staff, momentId);
  expect(rows.map(({ title, status, feedback: said }) => [title, status, said])).toEqual([
    ['Not saved yet', 'pending', ''],
    ['', 'rejected', 'Not sent yet'],
  ]);
});

test('An upload of two batches is interrupted → by kill -9 of the API during the first of them → it is tried again, by itself or after the page said which images failed; each image is there once', async ({
  page,
  product,
}) => {
  await signIn(page, product);
  const momentId = await momentWith(page, []);
  await page.goto(`${product.url}/moments/${momentId}`);
  const uploads: number[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !/upload|add-images/.test(request.url())) return;
    uploads.push(Date.now());
    if (uploads.length === 1) void killApi(product);
  });
  await page.getByRole('button', { name: 'Add More Images' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(await allPhotos());
  await dialog.getByRole('button', { name: /^(Add|Upload)/ }).click();
  const retry = dialog.getByRole('button', { name: 'Retry' });
  // The API may take longer to come back than three attempts do.
  await expect.poll(async () => (await retry.isVisible()) || (await imageCount(page, momentId)) >= 5).toBe(true);
  if (await retry.isVisible()) {
    await expect(dialog.getByText(/Failed to upload images 1-5 after 3 attempts: /)).toBeVisible();
    expect(uploads).toHaveLength(3);
    await expect.poll(() => imageCount(page, momentId), { timeout: 40_000 }).toBeGreaterThanOrEqual(0);
    await retry.click();
  }
  await expect.poll(() => imageCount(page, momentId), { timeout: 40_000 }).toBe(10);
  await expect(page.getByRole('article')).toHaveCount(10);
  const names = (await imagesOf(page, momentId)).map(({ fileName }) => fileName);
  expect(new Set(names).size).toBe(10);
});

async function killApi(product: Product): Promise<void> {
  for (const pid of await product.pids('api')) process.kill(pid, 'SIGKILL');
}

async function imagesOf(page: Page, momentId: string): Promise<ImageRow[]> {
  const answer = await page.request.get(`/api/moments/${momentId}/images`);
  return (await answer.json()) as ImageRow[];
}

/** The number of images; -1 while the API does not respond. */
async function imageCount(page: Page, momentId: string): Promise<number> {
  const images = await imagesOf(page, momentId).catch(() => null);
  return Array.isArray(images) ? images.length : -1;
}

async function momentWith(page: Page, photos: string[]): Promise<string> {
  const api = page.request;
  const client = await (await api.post('/api/clients', { data: { business: 'Petra’s Flowers' } })).json();
  const moment = await (await api.post('/api/moments', { data: { title: 'Faults', clientId: client.id } })).json();
  for (const path of photos) {
    const images = { name: path.split('/').at(-1)!, mimeType: 'image/jpeg', buffer: await readFile(path) };
    expect((await api.post('/api/upload', { multipart: { momentId: moment.id as string, images } })).status()).toBe(
      201,
    );
  }
  return moment.id as string;
}

function card(page: Page, number: number) {
  return page.getByRole('article', { name: new RegExp(`^Image ${number}\\b`) });
}
