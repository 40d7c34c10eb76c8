import { expect, type Page } from '@playwright/test';
import { createGate } from '../../backend/test/gate.js';
import { openSession, test, type Product } from './product.ts';

const SECTIONS = ['Business Description', 'Services', 'Service Areas', 'FAQs', 'Target Keywords'];

test(
  'staff record a profile, the AI proposes a better one, the client decides section by section',
  { tag: '@main' },
  async ({ browser, product, nth }) => {
    const business = `Petra’s Flowers ${nth}`;
    const staff = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
    await openSession(staff.request, product);
    await addClient(staff, product, business);
    await fillWizard(staff, product, business);

    await test.step('the sections arrive one after the other, without a click', async () => {
      const gate = createGate();
      product.ai.next({ ok: true });
      product.ai.always({ until: gate.opened });
      await staff.getByRole('button', { name: 'Create Optimization' }).click();
      await staff.waitForURL(/\/gmb-optimizations\/[0-9a-f-]{36}$/);
      await expect(staff.getByText(/Generating AI Suggestions\.\.\. \(This may take a moment\)/)).toBeVisible();
      await expect(section(staff, 'Target Keywords').getByRole('textbox')).toHaveValue(/florist porto/);
      await expect(section(staff, 'Business Description').getByRole('textbox')).not.toHaveValue(/fake provider/);
      gate.open();
      await expect(section(staff, 'Business Description').getByRole('textbox')).toHaveValue(/fake provider/);
      await expect(section(staff, 'FAQs').getByRole('textbox').first()).toHaveValue(`What does ${business} offer?`);
      await expect(staff.getByText(/Generating AI Suggestions/)).toBeHidden();
      expect(product.ai.requests).toHaveLength(5);
      expect(product.ai.requests[0]!.prompt).toContain('Every bouquet is tied by hand');
    });

    await test.step('staff edit one of them', async () => {
      await expect(staff.getByRole('button', { name: 'Save Changes' })).toBeHidden();
      await section(staff, 'Services').getByRole('textbox').fill('Wedding flowers\nBouquets\nFlower subscriptions');
      await staff.getByRole('button', { name: 'Save Changes' }).click();
      await expect(staff.getByText('Changes saved successfully')).toBeVisible();
      await expect(staff.getByRole('button', { name: 'Save Changes' })).toBeHidden();
    });

    const client = await (
      await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    ).newPage();
    await client.goto(await copyLink(staff));
    await expect(client.getByRole('heading', { name: 'GMB Optimization Review' })).toBeVisible();
    await expect(section(client, 'Services').getByText('Flower subscriptions')).toBeVisible();

    await test.step('the client rejects one with feedback, and staff see it at once', async () => {
      await section(client, 'Business Description').getByRole('button', { name: 'Reject' }).click();
      const dialog = client.getByRole('dialog', { name: 'Provide Feedback' });
      await expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled();
      await dialog.getByRole('textbox').fill('Please mention our workshop');
      await dialog.getByRole('button', { name: 'Submit Feedback' }).click();
      await expect(client.getByText('The team will make revisions based on your feedback')).toBeVisible();
      await expect(section(staff, 'Business Description').getByText('Needs Revision')).toBeVisible();
      await expect(section(staff, 'Business Description').getByText('Please mention our workshop')).toBeVisible();
    });

    await test.step('staff regenerate it with the feedback, and the client sees the new text at once', async () => {
      await section(staff, 'Business Description').getByRole('button', { name: 'Regenerate' }).click();
      const dialog = staff.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Keep it short');
      await dialog.getByRole('button', { name: 'Regenerate' }).click();
      await expect(staff.getByText('Section regenerated successfully')).toBeVisible();
      expect(product.ai.timesAskedFor('description')).toBe(2);
      const { prompt } = product.ai.requests.at(-1)!;
      expect(prompt).toContain('Please mention our workshop');
      expect(prompt).toContain('Keep it short');
      await expect(section(client, 'Business Description').getByText(/as the client and staff asked/)).toBeVisible();
      await expect(section(client, 'Business Description').getByText('Pending Review')).toBeVisible();
    });

    await test.step('the client approves all, and the list says complete without a reload', async () => {
      await staff.getByRole('menuitem', { name: 'GMB Optimization' }).click();
      const row = staff.getByRole('row', { name: business });
      await expect(row).toContainText('Step 5/5: Media');
      await client.getByRole('button', { name: 'Approve All (5 Pending)' }).click();
      await expect(client.getByText('Successfully approved all sections')).toBeVisible();
      await expect(client.getByRole('button', { name: /Approve All/ })).toHaveCount(0);
      await expect(row).toContainText('✓ Complete');
      await expect(row.getByRole('link', { name: 'View' })).toBeVisible();
    });
  },
);

function section(page: Page, name: string) {
  expect(SECTIONS).toContain(name);
  return page.getByRole('region', { name, exact: true }).or(page.getByRole('article', { name, exact: true }));
}

async function addClient(staff: Page, product: Product, business: string): Promise<void> {
  const { website } = product;
  const client = {
    business,
    website: website.url,
    address: 'Rua das Flores 12, Porto',
    serviceAreas: 'Porto\nMatosinhos',
    targetKeywords: ['florist porto', 'wedding flowers'],
    categories: ['Florist'],
  };
  expect((await staff.request.post(`${product.url}/api/clients`, { data: client })).status()).toBe(201);
}

/** Fills in the wizard, with a reload in between that loses nothing. */
async function fillWizard(staff: Page, product: Product, business: string): Promise<void> {
  await staff.goto(`${product.url}/gmb-optimizations/create`);
  await expect(staff.getByRole('button', { name: 'Back' })).toBeDisabled();
  await staff.getByRole('button', { name: 'Next' }).click();
  await expect(staff.getByText('Client is required')).toBeVisible();
  await staff.getByLabel('Client').fill(business);
  await staff.getByTitle(business, { exact: true }).click();
  await expect(staff.getByLabel('Website')).toHaveValue(product.website.url);
  await staff.getByRole('button', { name: 'Next' }).click();
  await expect(staff.getByText('Your progress has been saved')).toBeVisible();
  await expect(staff.getByLabel('Address')).toHaveValue('Rua das Flores 12, Porto');
  await staff.reload();
  await staff.getByLabel('Current Services').fill('Bouquets\nWedding flowers');
  await staff.getByRole('button', { name: 'Next' }).click();
  await expect(staff.getByRole('button', { name: 'Create Optimization' })).toBeVisible();
  await staff.reload();
  await staff.getByRole('button', { name: 'Back' }).click();
  await expect(staff.getByLabel('Current Services')).toHaveValue('Bouquets\nWedding flowers');
  await staff.getByRole('button', { name: 'Next' }).click();
  await expect(staff.getByText(product.website.url)).toBeVisible();
}

async function copyLink(staff: Page): Promise<string> {
  await staff.getByRole('button', { name: 'Copy' }).click();
  await expect(staff.getByText('Public preview link has been copied to clipboard')).toBeVisible();
  const link = await staff.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/gmb-preview\/[\w-]{22}$/);
  return link;
}
