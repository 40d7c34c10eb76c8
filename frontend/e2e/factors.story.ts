import { expect, type Page } from '@playwright/test';
import { codeOf } from '../../backend/test/authenticator-app.js';
import { addColleague, ADMIN, openSession, signIn, test, type Product } from './product.ts';

const PERIOD_MS = 30_000;

type Account = typeof ADMIN;

/** Passkeys belong to a name, not to an address in numbers. */
const named = ({ url }: Pick<Product, 'url'>) => ({ url: url.replace('127.0.0.1', 'localhost') });

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard' });

/** Gives the browser a device that keeps passkeys, and always sees the right finger. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: /Sign In$/ })).toBeVisible();
}

/** Signs in with the password, up to the question for a second factor. */
async function givePassword(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /Sign In$/ }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
}

/** An authenticator app with this secret. Each call waits for a code that was not given before: the product takes none twice. */
function appWith(secret: string): () => Promise<string> {
  const stepNow = () => Math.floor(Date.now() / PERIOD_MS);
  let given = 0;
  return async () => {
    await expect.poll(stepNow, { timeout: 2 * PERIOD_MS }).toBeGreaterThan(given);
    given = stepNow();
    return codeOf(secret, given * PERIOD_MS);
  };
}

/** Sets the app up in the form that is open. @returns the app, and the recovery codes that are shown */
async function setUpApp(page: Page, { password }: Account): Promise<{ code: () => Promise<string>; codes: string[] }> {
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const code = appWith(secret);
  const form = page.locator('form', { has: page.getByLabel('Code of the App') });
  await form.getByLabel('Code of the App').fill(await code());
  await form.getByLabel('Current Password').fill(password);
  await form.getByRole('button', { name: 'Turn On' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const shown = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  return { code, codes: shown };
}

test('a colleague signs in by a passkey alone, and with it after the password, until it is removed', async ({
  page,
  playwright,
  product,
  nth,
}) => {
  const admin = await playwright.request.newContext();
  await openSession(admin, product);
  const account = await addColleague(admin, product, `Passkey ${nth}`);
  const site = named(product);
  await addDevice(page);
  await signIn(page, site, account);

  await test.step('adds one in Settings → You', async () => {
    await page.goto(`${site.url}/settings/you`);
    await page.getByRole('button', { name: 'Add Passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Passkey' });
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Current Password').fill(account.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'I Have Kept Them' }).click();
    await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('Laptop');
    await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();
  });

  await test.step('signs in by it alone', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(dashboard(page)).toBeVisible();
  });

  await test.step('signs in with it after the password', async () => {
    await signOut(page);
    await givePassword(page, account);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(dashboard(page)).toBeVisible();
  });

  await test.step('removes it, and signs in with the password alone', async () => {
    await page.goto(`${site.url}/settings/you`);
    await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('Last used');
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Passkey' });
    await dialog.getByLabel('Current Password').fill(account.password);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Passkey removed')).toBeVisible();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('Login failed')).toBeVisible();
    await signIn(page, site, account);
  });
  await admin.dispose();
});

test('an admin sets up an authenticator app, and then requires a second factor of all', async ({
  page,
  browser,
  product,
  playwright,
  nth,
}) => {
  const api = await playwright.request.newContext();
  await openSession(api, product);
  const colleague = await addColleague(api, product, `Colleague ${nth}`);
  const admin = await addColleague(api, product, `Admin ${nth}`);
  await signIn(page, product, admin);
  await page.goto('/settings/you');
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).click();
  const { code, codes } = await setUpApp(page, admin);
  expect(new Set(codes).size).toBe(10);

  await test.step('the recovery codes are not shown again', async () => {
    await page.reload();
    await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();
    await expect(page.getByText(codes[0]!)).toHaveCount(0);
  });

  await test.step('signs in with a recovery code, and with one of the app', async () => {
    await signOut(page);
    await givePassword(page, admin);
    await page.getByLabel('Code').fill(codes[0]!);
    await page.getByRole('button', { name: /Sign In$/ }).click();
    await expect(dashboard(page)).toBeVisible();
    await signOut(page);
    await givePassword(page, admin);
    await page.getByLabel('Code').fill(await code());
    await page.getByRole('button', { name: /Sign In$/ }).click();
    await expect(dashboard(page)).toBeVisible();
  });

  await test.step('requires one of everybody, which leads a colleague to set one up before anything else', async () => {
    await page.goto('/settings');
    await page.getByRole('switch', { name: /^Second factor for everyone/ }).click();
    await expect(page.getByText('Who has none was signed out')).toBeVisible();
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${product.url}/login`);
    await other.getByLabel('Email').fill(colleague.email);
    await other.getByLabel('Password').fill(colleague.password);
    await other.getByRole('button', { name: /Sign In$/ }).click();
    await expect(other.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await other.goto(`${product.url}/clients`);
    await expect(other.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await setUpApp(other, colleague);
    await expect(other.getByText('Live', { exact: true })).toBeVisible();
    await context.close();
  });

  await test.step('lets everybody choose again', async () => {
    await page.getByRole('switch', { name: /^Second factor for everyone/ }).click();
    await expect(page.getByText('Second factor is a choice')).toBeVisible();
  });
  await api.dispose();
});
