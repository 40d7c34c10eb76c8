import { expect, type Page } from '@playwright/test';
import { createGate } from '../../backend/test/gate.js';
import { photo } from './photos.ts';
import { signIn, test, type Product } from './product.ts';

test(
  'staff upload photos, the AI captions them, the client decides, everybody sees it live',
  { tag: '@main' },
  async ({ browser, product, nth }) => {
    const business = `Anna’s Flowers ${nth}`;
    const title = `Wedding season ${nth}`;
    const staff = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
    await signIn(staff, product);
    await addClient(staff, product, business);
    await createPackage(staff, product, business, title);

    await test.step('captions arrive one after the other', async () => {
      const gate = createGate();
      product.ai.next({ ok: true });
      product.ai.always({ until: gate.opened });
      await staff.getByRole('button', { name: 'Generate AI Captions' }).click();
      await expect(staff.getByRole('button', { name: 'Generating 1/2...' })).toBeVisible();
      await expect(staff.getByText('Drafted by fake-model')).toHaveCount(1);
      await expect(staff.locator('article[aria-busy=true]')).toHaveCount(1);
      gate.open();
      await expect(staff.locator('article[aria-busy=true]')).toHaveCount(0);
      await expect(staff.getByRole('button', { name: 'Generate AI Captions' })).toBeDisabled();
      expect(product.ai.requests).toHaveLength(2);
    });

    const link = await copyLink(staff);
    const client = await (
      await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    ).newPage();
    await client.goto(link);
    await expect(client.getByRole('heading', { name: 'Review & Approve Content' })).toBeVisible();
    await expect(client.getByText(business)).toBeVisible();

    await test.step('the client approves one and rejects one with feedback', async () => {
      await card(client, 1).getByRole('button', { name: 'Approve' }).click();
      await expect(client.getByText('Image approved successfully')).toBeVisible();
      await card(client, 2).getByRole('button', { name: 'Reject' }).click();
      const dialog = client.getByRole('dialog', { name: 'Reject Image' });
      await expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
      await dialog.getByPlaceholder('Describe what needs to be changed...').fill('Please name the peonies');
      await dialog.getByRole('button', { name: 'Submit Feedback' }).click();
      await expect(client.getByText('The team will make revisions based on your feedback')).toBeVisible();
    });

    await test.step('the staff page shows both without a reload', async () => {
      await expect(card(staff, 1).getByText('Approved')).toBeVisible();
      await expect(card(staff, 2).getByText('Rejected')).toBeVisible();
      await expect(card(staff, 2).getByText('Please name the peonies')).toBeVisible();
    });

    await test.step('staff edit and resubmit, and the client sees the new title at once', async () => {
      await card(staff, 2).getByRole('button').first().click();
      await expect(staff.getByRole('region', { name: 'Selected image' }).getByText('#2')).toBeVisible();
      await staff.getByRole('button', { name: 'Edit', exact: true }).click();
      const dialog = staff.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Peonies and ranunculus, tied by hand');
      await dialog.getByRole('button', { name: /^Save/ }).click();
      await expect(staff.getByText('Updated', { exact: true })).toBeVisible();
      await staff.getByRole('button', { name: 'Resubmit for Approval' }).click();
      await expect(staff.getByText('Image status changed back to pending approval')).toBeVisible();
      await expect(card(client, 2).getByText('Peonies and ranunculus, tied by hand')).toBeVisible();
    });

    await test.step('the client approves all, and the moment is approved everywhere', async () => {
      await client.getByRole('button', { name: 'Approve All Pending' }).click();
      await expect(client.getByText('Successfully approved 1 image(s)')).toBeVisible();
      await expect(client.getByRole('button', { name: 'Approve All Pending' })).toBeHidden();
      await expect(card(staff, 2).getByText('Approved')).toBeVisible();
      await staff.getByRole('menuitem', { name: 'Moments' }).click();
      await expect(staff.getByRole('row', { name: title })).toContainText('Approved');
    });
  },
);

function card(page: Page, number: number) {
  return page.getByRole('article', { name: new RegExp(`^Image ${number}\\b`) });
}

async function addClient(staff: Page, product: Product, business: string): Promise<void> {
  await staff.goto(`${product.url}/clients`);
  await staff.getByRole('button', { name: 'Add Client' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Business Name').fill(business);
  await dialog.getByLabel('Service Areas').fill('Porto, Matosinhos');
  await dialog.getByRole('button', { name: 'Add Client' }).click();
  await expect(staff.getByText('Client created')).toBeVisible();
  await expect(staff.getByRole('row', { name: business })).toBeVisible();
}

async function createPackage(staff: Page, product: Product, business: string, title: string): Promise<void> {
  await staff.goto(`${product.url}/moments/create`);
  await staff.getByLabel('Business').fill(business);
  await staff.getByTitle(business, { exact: true }).click();
  await staff.getByLabel('Moment Title').fill(title);
  await expect(staff.getByRole('button', { name: 'Create Package' })).toBeDisabled();
  const photos = photo('IMG_2041.jpg', 'spring-bouquet-peonies.jpg');
  await staff.locator('input[type=file]').setInputFiles(photos);
  await staff.getByRole('button', { name: 'Create Package' }).click();
  await staff.waitForURL(/\/moments\/[0-9a-f-]{36}$/);
  await expect(staff.getByRole('heading', { name: title })).toBeVisible();
  await expect(staff.getByRole('article')).toHaveCount(2);
}

async function copyLink(staff: Page): Promise<string> {
  await staff.getByRole('button', { name: 'Copy' }).click();
  await expect(staff.getByText('Copied', { exact: true })).toBeVisible();
  const link = await staff.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/public\/[0-9a-f-]{36}$/);
  return link;
}
