import { expect, type Browser, type Page } from '@playwright/test';
import { expectModal, press, stopsWithoutSign, tabTo } from './keys.ts';
import { photo } from './photos.ts';
import { ADMIN, openSession, test } from './product.ts';
import { showcase, type Showcase } from './showcase.ts';

test('staff and clients do everything by keyboard', async ({ browser, product, nth }) => {
  test.setTimeout(300_000);
  const staff = await open(browser, { width: 1280, height: 900 });
  await staff.goto(product.url);
  await test.step('sign in', () => signIn(staff));
  await test.step('add a client with tags', () => addClient(staff, product.url, `Keyboard & Co ${nth}`));
  const content = await showcase(staff.request, product, nth);
  await test.step('dialogs keep the focus and give it back', () => openDialogs(staff, product.url, content));
  await test.step('choose images and drop one again', () => chooseImages(staff, product.url, content.otherClient));
  await test.step('fold the sidebar', () => foldSidebar(staff));
  await test.step('the menu of a phone', () => openMenu(staff));
  const visitor = await open(browser, { width: 1280, height: 900 });
  await test.step('review images', () => reviewImages(visitor, `${product.url}/public/${content.momentId}`));
  await test.step('review an optimization', () =>
    reviewSections(visitor, `${product.url}/gmb-preview/${content.publicLink}`));
});

test('the focus is seen wherever it is', async ({ browser, product, content }) => {
  test.setTimeout(300_000);
  const page = await open(browser, { width: 1280, height: 900 });
  await page.goto(`${product.url}/login`);
  expect.soft(await stopsWithoutSign(page), 'login').toEqual([]);
  await openSession(page.request, product);
  const { momentId, clientId, optimizationId, publicLink } = content;
  const paths = ['/', '/agencies', '/clients', `/clients/${clientId}`, '/moments', '/moments/create'];
  paths.push(`/moments/${momentId}`, '/gmb-optimizations', '/gmb-optimizations/create', '/settings');
  paths.push(`/gmb-optimizations/${optimizationId}`, `/public/${momentId}`, `/gmb-preview/${publicLink}`);
  for (const path of [...paths, '/public/moments']) {
    await page.goto(product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(page.locator('[aria-busy=true], .ant-skeleton')).toHaveCount(0);
    expect.soft(await stopsWithoutSign(page), path).toEqual([]);
  }
});

async function open(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  return (await browser.newContext({ viewport, permissions, reducedMotion: 'reduce' })).newPage();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page) => page.getByRole('dialog').last();

async function signIn(page: Page): Promise<void> {
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

async function addClient(page: Page, url: string, business: string): Promise<void> {
  await page.goto(`${url}/clients`);
  await press(page, button(page, 'Add Client'));
  const dialog = inDialog(page);
  await expect(dialog.getByLabel('Business Name')).toBeFocused();
  await page.keyboard.type(business);
  await tabTo(page, dialog.getByLabel('Target Keywords'));
  await page.keyboard.type('keys, locks,lost');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await expect(button(page, 'Remove locks')).toBeVisible();
  await expect(button(page, 'Remove lost')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Remove locks')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Remove locks')).toHaveCount(0);
  await expect(dialog.getByLabel('Target Keywords'), 'has the focus that the tag had').toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Keep editing')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Keep editing')).toHaveCount(0);
  await expect(dialog.getByLabel('Target Keywords')).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Add Client' }));
  await expect(page.getByRole('status').filter({ hasText: 'Client created' })).toBeVisible();
  const clients = (await (await page.request.get(`${url}/api/clients`)).json()) as {
    business: string;
    targetKeywords: string[];
  }[];
  expect(clients.find((client) => client.business === business)!.targetKeywords).toEqual(['keys']);
}

async function openDialogs(page: Page, url: string, content: Showcase): Promise<void> {
  await page.goto(`${url}/agencies`);
  await expectModal(page, button(page, 'Add Agency'));
  await expectModal(page, button(page, `Setup DNS for ${content.host}`), async () => {
    await press(page, button(page, 'Copy Custom Domain'));
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(content.host);
  });
  await expectModal(page, button(page, `Delete ${content.agency}`));
  await page.goto(`${url}/settings/team`);
  await expectModal(page, button(page, 'Add Colleague'));
  await expectModal(page, button(page, `Change access of ${content.colleague}`));
  await page.goto(`${url}/moments/${content.momentId}`);
  await press(page, button(page, 'Next photo'));
  const inspector = page.getByRole('region', { name: 'Selected image' });
  await expectModal(page, inspector.getByRole('button', { name: /^Open preview/ }));
  await expectModal(page, inspector.getByRole('button', { name: 'Rejected' }));
  await expectModal(page, inspector.getByRole('button', { name: 'Edit' }));
  await expectModal(page, button(page, 'Add More Images'));
  await expectModal(page, button(page, 'History'));
  await expectModal(page, button(page, 'Delete Package'));
  await page.goto(`${url}/gmb-optimizations/${content.optimizationId}`);
  await expectModal(page, button(page, 'Regenerate Services'));
}

async function chooseImages(page: Page, url: string, business: string): Promise<void> {
  await page.goto(`${url}/moments/create`);
  await tabTo(page, page.getByLabel('Business'));
  await page.keyboard.type(business);
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAccessibleName(business);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Business'), 'has closed its list').toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bread');
  // Before the click, because without this listener the browser opens its own file chooser.
  const chosen = page.waitForEvent('filechooser');
  await press(page, button(page, 'Browse Files'));
  await (await chosen).setFiles(photo('IMG_2041.jpg', 'DSC_0384.jpg'));
  await press(page, button(page, 'Remove IMG_2041.jpg'));
  await expect(button(page, 'Remove DSC_0384.jpg'), 'is next').toBeFocused();
  await press(page, button(page, 'Create Package'));
  await page.waitForURL(/\/moments\/[0-9a-f-]{36}$/);
}

async function foldSidebar(page: Page): Promise<void> {
  const toggle = button(page, 'Toggle sidebar');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Control+b');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Control+b');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await press(page, menu.getByRole('link', { name: 'Clients' }));
  await page.waitForURL(/\/clients$/);
}

async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectModal(page, button(page, 'Toggle sidebar'));
  await page.keyboard.press('Enter');
  await press(page, inDialog(page).getByRole('link', { name: 'Moments' }));
  await page.waitForURL(/\/moments$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function reviewImages(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const [third, fourth] = [3, 4].map((number) => page.getByRole('article', { name: new RegExp(`^Image ${number}:`) }));
  await expectModal(page, third!.getByRole('button', { name: /^View full size/ }), async () => {
    await page.keyboard.press('ArrowRight');
    await expect(inDialog(page).getByText('#4')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
  });
  await expectModal(page, third!.getByRole('button', { name: 'Reject' }));
  await press(page, third!.getByRole('button', { name: 'Reject' }));
  await expect(inDialog(page).getByLabel('Feedback')).toBeFocused();
  await page.keyboard.type('Too dark');
  await press(page, button(page, 'Submit Feedback'));
  await expect(page.getByRole('status').filter({ hasText: 'Feedback Submitted' })).toBeVisible();
  await expect(fourth!).toBeFocused();
  await press(page, fourth!.getByRole('button', { name: 'Approve' }));
  await expect(page.getByRole('heading', { name: 'Review & Approve Content' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'your review is complete' })).toBeVisible();
}

async function reviewSections(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const section = (name: string) => page.getByRole('article', { name, exact: true });
  const choices = button(page, 'Other choices for Services');
  await tabTo(page, choices);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Reject' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(choices).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(inDialog(page).getByLabel('Feedback')).toBeFocused();
  await page.keyboard.type('Weddings are missing');
  await press(page, button(page, 'Submit Feedback'));
  await expect(section('Services').getByText('Needs Revision')).toBeVisible();
  await expectModal(page, section('Service Areas').getByRole('button', { name: 'Reject' }));
  await press(page, section('Service Areas').getByRole('button', { name: 'Approve' }));
  await expect(section('Target Keywords')).toBeFocused();
  await press(page, button(page, /^Approve All Sections/));
  await expect(inDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, inDialog(page).getByRole('button', { name: /^Approve All/ }));
  await expect(page.getByRole('status').filter({ hasText: 'Successfully approved all sections' })).toBeVisible();
}
