import { expect, type Page } from '@playwright/test';
import { startProxy } from '../../backend/test/proxy.js';
import { stretched } from '../../backend/test/stretched.js';
import { addColleague, openSession, test } from './product.ts';

const live = (page: Page) => page.getByText('Live', { exact: true });

test('a network drop leaves the shell of staff in place, and the page that was chosen opens when the connection is back', async ({
  page,
  product,
  nth,
}) => {
  // The first records of their lists.
  const [business, agency] = [`Aster ${nth}`, `Aster Agency ${nth}`];
  await openSession(page.request, product);
  await page.request.post('/api/clients', { data: { business } });
  await page.request.post('/api/agencies', { data: { name: agency } });
  await page.goto(product.url);
  await expect(live(page)).toBeVisible();
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
    await expect(page.getByText(business)).toBeVisible();
    await expect(live(page)).toBeVisible();
  });

  await test.step('a page whose code a new version replaced offers to reload, which opens it', async () => {
    const code = /\/assets\/agencies-page-.*\.js/;
    await page.route(code, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await choose('Agencies');
    await expect(page.getByRole('heading', { name: 'A new version was installed' })).toBeVisible();
    await page.unroute(code);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText(agency)).toBeVisible();
  });
});

test('a page says within five seconds that nothing gets through any more, and one on a slow network stays live', async ({
  page,
  context,
  product,
}) => {
  const [broken, far] = [await startProxy(product.url), await startProxy(product.url)];
  const slowPage = await context.newPage();
  const socketOf = slowPage.waitForEvent('websocket');
  await openSession(page.request, product);
  for (const [one, proxy] of [
    [page, broken],
    [slowPage, far],
  ] as const) {
    await one.goto(proxy.url);
    await expect(live(one)).toBeVisible();
  }
  const socket = await socketOf;
  let pings = 0;
  socket.on('framereceived', ({ payload }) => void (pings += Number(payload === '2')));
  far.delay(1500);

  broken.hang();
  await expect(page.getByText('Reconnecting…')).toBeVisible({ timeout: 5000 + stretched(500) });
  // The second request is sent after the first response.
  await expect.poll(() => pings).toBeGreaterThan(1);
  expect(socket.isClosed()).toBe(false);
  await expect(live(slowPage)).toBeVisible();

  await broken.restore();
  // A connection attempt that began without a network times out after 20 s.
  await expect(live(page)).toBeVisible({ timeout: 45_000 });
  await Promise.all([broken.cut(), far.cut()]);
});

test('a new password ends the other sign-ins: under an open form one signs in again over it, and what was typed is saved', async ({
  browser,
  page,
  request,
  product,
  nth,
}) => {
  await openSession(request, product);
  const grace = await addColleague(request, product, `Grace ${nth}`);
  const linda = await addColleague(request, product, `Linda ${nth}`);
  await openSession(page.request, product, grace);
  const client = await (await page.request.post('/api/clients', { data: { business: `Petra’s ${nth}` } })).json();
  await page.goto(`${product.url}/clients/${client.id}`);
  await page.getByRole('button', { name: 'Edit Client' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Client' });
  await form.getByLabel('Phone').fill('+351 22 123 4567');
  await expect(live(page)).toBeVisible();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  const newPassword = 'another password of some length';

  await test.step('the same person changes the password elsewhere, and goes on there', async () => {
    const elsewhere = await (await browser.newContext()).newPage();
    await openSession(elsewhere.request, product, grace);
    await elsewhere.goto(`${product.url}/clients/${client.id}`);
    await expect(live(elsewhere)).toBeVisible();
    const data = { currentPassword: grace.password, newPassword };
    const answer = await elsewhere.request.post('/api/user/password', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    await expect(again).toBeVisible();
    await request.patch(`${product.url}/api/clients/${client.id}`, { data: { notes: 'Calls on Mondays' } });
    await expect(elsewhere.getByText('Calls on Mondays')).toBeVisible();
    await expect(live(elsewhere)).toBeVisible();
    await elsewhere.context().close();
  });

  await test.step('this page asks to sign in again', async () => {
    await expect(again.getByLabel('Password')).toBeFocused();
    await expect(again.getByLabel('Email')).toHaveValue(grace.email);
    await page.keyboard.type(grace.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Login failed')).toBeVisible();
    await page.keyboard.press('Escape');
    await again.getByLabel('Password').fill(newPassword);
    await again.getByRole('button', { name: /Sign In$/ }).click();
    await expect(again).toBeHidden();
  });

  await test.step('what was typed is there, is saved, and the page is live again', async () => {
    await expect(form.getByLabel('Phone')).toHaveValue('+351 22 123 4567');
    // Waits until the form shows the other change; otherwise saving would be refused.
    await expect(form.getByLabel('Notes')).toHaveValue('Calls on Mondays');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('+351 22 123 4567')).toBeVisible();
    await expect(live(page)).toBeVisible();
    await page.request.patch(`/api/clients/${client.id}`, { data: { notes: 'Calls on Tuesdays' } });
    await expect(page.getByText('Calls on Tuesdays')).toBeVisible();
  });

  await test.step('somebody else signs in in another tab: the page is loaded again as theirs', async () => {
    await page.goto(`${product.url}/settings/team`);
    const me = page.getByRole('listitem').filter({ hasText: 'You' });
    await expect(me).toContainText(grace.email);
    const tab = await page.context().newPage();
    await tab.goto(product.url);
    await tab.getByRole('button', { name: 'Logout' }).click();
    await expect(again).toBeVisible();
    await tab.getByLabel('Email').fill(linda.email);
    await tab.getByLabel('Password').fill(linda.password);
    await tab.getByRole('button', { name: /Sign In$/ }).click();
    await tab.getByRole('heading', { name: 'Dashboard' }).waitFor();
    // As the browser says when one turns to the first tab; a browser without a window never does. The page may be
    // loading by then.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(me).toContainText(linda.email, { timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    await expect(again).toBeHidden();
  });
});
