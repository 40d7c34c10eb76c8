import { readFile } from 'node:fs/promises';
import { expect, type Browser, type Page } from '@playwright/test';
import { photo } from './photos.ts';
import { ADMIN, signIn, test, type Product } from './product.ts';

const GRACE = { email: 'grace@example.com', password: ADMIN.password, name: 'Grace' };

/** Two members of staff, each in a browser of their own: the administrator of the product, and Grace. */
async function twoStaff(page: Page, browser: Browser, product: Product) {
  await signIn(page, product);
  await page.request.post('/api/register', { data: GRACE });
  const context = await browser.newContext({ baseURL: product.url });
  await context.request.post('/api/login', { data: { email: GRACE.email, password: GRACE.password } });
  return { ada: page, grace: await context.newPage() };
}

/** Blocks the live events of a page. */
async function deafen(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, () => undefined);
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true });
const note = (page: Page) => page.getByRole('dialog').getByRole('alert').filter({ hasText: 'meanwhile' });

test('two staff edit the same client → in two browsers, one of them without live events → the second sees who changed it, keeps the text, and chooses', async ({
  page,
  browser,
  product,
}) => {
  const { ada, grace } = await twoStaff(page, browser, product);
  const api = ada.request;
  const { id } = await (await api.post('/api/clients', { data: { business: 'Petra’s Flowers', notes: 'Old' } })).json();
  await deafen(ada);
  for (const each of [ada, grace]) {
    await each.goto(`${product.url}/clients/${id}`);
    await each.getByRole('button', { name: 'Edit Client' }).click();
  }

  await test.step('the first one saves', async () => {
    await field(grace, 'Notes').fill('Notes of Grace');
    await field(grace, 'Phone').fill('+351 21 000');
    await grace.getByRole('button', { name: 'Save Changes' }).click();
    await expect(grace.getByText('Client updated')).toBeVisible();
  });

  await test.step('the second sees the change, and fields that she did not touch are updated', async () => {
    await field(ada, 'Notes').fill('Notes of Ada');
    await ada.getByRole('button', { name: 'Save Changes' }).click();
    await expect(ada.getByText('Failed to update client. Please try again.')).toBeVisible();
    await expect(note(ada)).toContainText('Grace changed this client meanwhile');
    await expect(note(ada)).toContainText('Taken over into this form: Phone.');
    await expect(note(ada)).toContainText('Notes of Grace');
    await expect(field(ada, 'Notes')).toHaveValue('Notes of Ada');
    await expect(field(ada, 'Phone')).toHaveValue('+351 21 000');
    expect(await (await api.get(`/api/clients/${id}`)).json()).toMatchObject({ notes: 'Notes of Grace', revision: 2 });
  });

  await test.step('what she keeps is saved over it, and nothing else is', async () => {
    await ada.getByRole('button', { name: 'Keep mine' }).click();
    await ada.getByRole('button', { name: 'Save Changes' }).click();
    await expect(ada.getByText('Client updated')).toBeVisible();
    const both = { notes: 'Notes of Ada', phone: '+351 21 000', revision: 3 };
    expect(await (await api.get(`/api/clients/${id}`)).json()).toMatchObject(both);
    await expect(grace.getByText('Notes of Ada')).toBeVisible();
  });
});

test('two staff edit the same image → its caption in two dialogs, its address in two fields, while the AI drafts → each sees the change before anything is overwritten', async ({
  page,
  browser,
  product,
}) => {
  const { ada, grace } = await twoStaff(page, browser, product);
  const moment = await momentWithPhoto(ada);
  for (const each of [ada, grace]) {
    await each.goto(`${product.url}/moments/${moment}`);
    await expect(each.getByText('Live', { exact: true })).toBeVisible();
    await each.getByText('SEO').click();
  }

  await test.step('both type an address: the second is asked, and keeps hers', async () => {
    await field(ada, 'Address').fill('Address of Ada');
    await field(grace, 'Address').fill('Address of Grace');
    await field(grace, 'Address').blur();
    await expect(ada.getByText('Grace changed this address meanwhile')).toBeVisible();
    await field(ada, 'Address').blur();
    await expect(field(ada, 'Address')).toHaveValue('Address of Ada');
    expect(await imageOf(ada, moment)).toMatchObject({ address: 'Address of Grace', addressRevision: 2 });
    await ada.getByRole('button', { name: 'Keep mine' }).click();
    await expect(field(grace, 'Address')).toHaveValue('Address of Ada');
  });

  await test.step('the AI drafts while both edit the caption: both see it before they save', async () => {
    for (const each of [ada, grace]) {
      await each.getByRole('button', { name: 'Edit', exact: true }).click();
      await inDialog(each, 'Title').fill(each === ada ? 'Title of Ada' : 'Title of Grace');
    }
    await ada.request.post(`/api/moments/${moment}/generate-captions`);
    for (const each of [ada, grace]) {
      await expect(note(each)).toContainText('The AI changed this caption meanwhile');
      await expect(inDialog(each, 'Description')).not.toHaveValue('');
    }
  });

  await test.step('the first of them wins, the second is asked again and takes the other title', async () => {
    await grace.getByRole('button', { name: 'Keep mine' }).click();
    await grace.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(note(ada)).toContainText('Title of Grace');
    await expect(inDialog(ada, 'Title')).toHaveValue('Title of Ada');
    await ada.getByRole('button', { name: 'Take theirs' }).click();
    await expect(inDialog(ada, 'Title')).toHaveValue('Title of Grace');
    const image = { title: 'Title of Grace', captionEditor: 'Grace', address: 'Address of Ada' };
    expect(await imageOf(ada, moment)).toMatchObject(image);
  });
});

async function momentWithPhoto({ request }: Page): Promise<string> {
  const client = await (await request.post('/api/clients', { data: { business: 'Petra’s Flowers' } })).json();
  const moment = await (await request.post('/api/moments', { data: { title: 'One', clientId: client.id } })).json();
  const [path] = photo('IMG_2041.jpg');
  const images = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await readFile(path!) };
  await request.post('/api/upload', { multipart: { momentId: moment.id, images } });
  return moment.id;
}

async function imageOf({ request }: Page, moment: string): Promise<unknown> {
  return (await (await request.get(`/api/moments/${moment}/images`)).json())[0];
}
