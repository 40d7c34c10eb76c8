import { expect, type Page } from '@playwright/test';
import { ADMIN, signIn, test } from './product.ts';

test.use({ services: 'provided' });

/** Signs in on the provider's own page. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Bright' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Go on' }).click();
}

test('a colleague comes in by the provider and lands where they wanted to go, then passwords are switched off', async ({
  page,
  browser,
  product,
}) => {
  await test.step('who has an account comes in by the provider', async () => {
    await page.goto(`${product.url}/clients`);
    await signInAtProvider(page, ADMIN.email);
    await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/clients`);
    await page.goto(`${product.url}/settings/you`);
    await expect(page.getByRole('list', { name: 'Your sessions' })).toContainText('By single sign-on');
  });

  const colleague = await browser.newContext();
  const other = await colleague.newPage();
  await test.step('a person of the own domain becomes a member, who sees nothing yet', async () => {
    await other.goto(`${product.url}/login`);
    await signInAtProvider(other, 'ned@bright.example');
    await expect(other.getByText('Nothing to see yet')).toBeVisible();
  });

  await test.step('an admin who came in by it makes it the only way in', async () => {
    await page.goto(`${product.url}/settings`);
    await page.getByText('Single sign-on only').click();
    await page.getByRole('button', { name: 'Switch Off' }).click();
    await expect(page.getByRole('switch', { name: /^Single sign-on only/ })).toBeChecked();
    await expect(other.getByText('Your session has ended')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Sign in with Bright' })).toBeVisible();
    await expect(other.getByLabel('Password')).toBeHidden();
  });

  await test.step('signing out ends the session at the provider too', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: /^Yes/ }).click();
    await expect(page.getByRole('button', { name: 'Sign in with Bright' })).toBeVisible();
    await expect(page.getByLabel('Password')).toBeHidden();
  });

  await test.step('who cancels, is unknown or finds the provider silent reads why, on the login page', async () => {
    await page.getByRole('button', { name: 'Sign in with Bright' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText('The sign-in was cancelled')).toBeVisible();
    await signInAtProvider(page, 'eve@elsewhere.example');
    await expect(page.getByText('No account here has your e-mail.')).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/login`);
  });

  await test.step('passwords are switched on again', async () => {
    const fresh = await browser.newContext();
    const admin = await fresh.newPage();
    await admin.goto(`${product.url}/settings`);
    await signInAtProvider(admin, ADMIN.email);
    await admin.getByText('Single sign-on only').click();
    await expect(admin.getByRole('switch', { name: /^Single sign-on only/ })).not.toBeChecked();
    await fresh.close();
    await signIn(page, product);
  });
  await colleague.close();
});
