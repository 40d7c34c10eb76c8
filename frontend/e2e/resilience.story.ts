import { expect } from '@playwright/test';
import { ADMIN, signIn, test } from './product.ts';

test('a network drop leaves the shell of staff in place, and the page that was chosen opens when the connection is back', async ({
  page,
  product,
}) => {
  await signIn(page, product);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const choose = (name: string) => menu.getByRole('link', { name }).click();

  await test.step('offline, a page whose code is not there names the connection in its place', async () => {
    await page.context().setOffline(true);
    await choose('Clients');
    await expect(page.getByRole('main').getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/clients`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await choose('Dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await choose('Clients');
  });

  await test.step('an action says that the server could not be reached', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logout failed')).toBeVisible();
    await expect(page.getByText('The server could not be reached. Check your connection and try again.')).toBeVisible();
  });

  await test.step('online again, the page opens by itself', async () => {
    await page.context().setOffline(false);
    await expect(page.getByText('No clients yet')).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  });

  await test.step('a page whose code a new version replaced offers to reload, which opens it', async () => {
    const code = /\/assets\/agencies-page-.*\.js/;
    await page.route(code, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await choose('Agencies');
    await expect(page.getByRole('heading', { name: 'A new version was installed' })).toBeVisible();
    await page.unroute(code);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('No agencies yet')).toBeVisible();
  });
});

test('a session that ends under an open form is begun once more over it, and what was typed is saved', async ({
  browser,
  page,
  product,
}) => {
  await signIn(page, product);
  const client = await (await page.request.post('/api/clients', { data: { business: 'Petra’s Flowers' } })).json();
  await page.goto(`${product.url}/clients/${client.id}`);
  await page.getByRole('button', { name: 'Edit Client' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Client' });
  await form.getByLabel('Phone').fill('+351 22 123 4567');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  const newPassword = 'another password of some length';

  await test.step('the same person changes the password elsewhere: the page asks to sign in again', async () => {
    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, product);
    const data = { currentPassword: ADMIN.password, newPassword };
    const answer = await elsewhere.request.post(`${product.url}/api/user/password`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    await expect(again.getByLabel('Password')).toBeFocused();
    await expect(again.getByLabel('Email')).toHaveValue(ADMIN.email);
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Login failed')).toBeVisible();
    await page.keyboard.press('Escape');
    await again.getByLabel('Password').fill(newPassword);
    await again.getByRole('button', { name: 'Sign In' }).click();
    await expect(again).toBeHidden();
  });

  await test.step('what was typed is there, is saved, and the page is live again', async () => {
    await expect(form.getByLabel('Phone')).toHaveValue('+351 22 123 4567');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('+351 22 123 4567')).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.request.patch(`/api/clients/${client.id}`, { data: { notes: 'Calls on Mondays' } });
    await expect(page.getByText('Calls on Mondays')).toBeVisible();
  });

  await test.step('somebody else signs in in another tab: the page is loaded again as theirs', async () => {
    const grace = { name: 'Grace', email: 'grace@example.com', password: 'a password of her own' };
    await page.request.post('/api/register', { data: grace });
    await page.goto(`${product.url}/settings`);
    const me = page.getByRole('listitem').filter({ hasText: 'You' });
    await expect(me).toContainText(ADMIN.email);
    const tab = await page.context().newPage();
    await tab.goto(product.url);
    await tab.getByRole('button', { name: 'Logout' }).click();
    await expect(again).toBeVisible();
    await tab.getByLabel('Email').fill(grace.email);
    await tab.getByLabel('Password').fill(grace.password);
    await tab.getByRole('button', { name: 'Sign In' }).click();
    await tab.getByRole('heading', { name: 'Dashboard' }).waitFor();
    // As the browser says when one turns to the first tab; a browser without a window never does. The page may be loading by then.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(me).toContainText(grace.email, { timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    await expect(again).toBeHidden();
  });
});
