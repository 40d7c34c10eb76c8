import { expect, type Page } from '@playwright/test';
import { ADMIN, openSession, test } from './product.ts';

const live = (page: Page) => page.getByText('Live', { exact: true });
const record = (page: Page, name: string) => page.getByText(name, { exact: true }).first();

test('an editor who is invited works on the clients of one agency, until they are removed', async ({
  page: admin,
  browser,
  product,
  nth,
}) => {
  const { url } = product;
  const [agency, invitee] = [`Harbour Media ${nth}`, `lena${nth}@example.com`];
  await openSession(admin.request, product);
  const make = async (path: string, options: object): Promise<{ id: string }> => {
    const answer = await admin.request.post(path, options);
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { id: agencyId } = await make('/api/agencies', { multipart: { name: agency, primaryColor: '#0b6e4f' } });
  const makeClient = async (business: string, fields: object = {}) => {
    const { id } = await make('/api/clients', { data: { business, ...fields } });
    await make('/api/moments', { data: { title: `Moment of ${business}`, clientId: id } });
    return id;
  };
  const inside = `Inside ${nth}`;
  const outside = `Outside ${nth}`;
  await makeClient(inside, { agencyId });
  const movedId = await makeClient(outside);
  const moveTo = async (to: string | null) => {
    expect((await admin.request.patch(`/api/clients/${movedId}`, { data: { agencyId: to } })).ok()).toBe(true);
  };

  await admin.goto('/settings/team');
  await admin.getByRole('button', { name: 'Invite Colleague' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Invite Colleague' });
  await dialog.getByLabel('Email').fill(invitee);
  await dialog.getByRole('radio', { name: /^Editor/ }).check();
  await dialog.getByRole('combobox', { name: 'Agencies and clients' }).fill(agency);
  await admin.getByTitle(agency, { exact: true }).click();
  await admin.keyboard.press('Escape');
  await expect(dialog.getByText(/^Sees 1 of \d+ clients, with new ones of/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  const link = await admin
    .getByRole('dialog')
    .getByText(/\/password#/)
    .innerText();
  await admin.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext();
  const editor = await context.newPage();
  await test.step('signs up by the link, in another browser', async () => {
    await editor.goto(link);
    await editor.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await editor.getByRole('button', { name: 'Save and Sign In' }).click();
    await expect(editor.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  await test.step('sees the agency’s clients and moments alone', async () => {
    await editor.goto(`${url}/clients`);
    await expect(record(editor, inside)).toBeVisible();
    await expect(editor.getByText('1 client', { exact: true })).toBeVisible();
    await editor.goto(`${url}/moments`);
    await expect(record(editor, `Moment of ${inside}`)).toBeVisible();
    await expect(editor.getByText(outside)).toHaveCount(0);
    await expect(live(editor)).toBeVisible();
  });

  await test.step('sees at once what is moved into the agency, and no longer what is moved out of it', async () => {
    await moveTo(agencyId);
    await expect(record(editor, `Moment of ${outside}`)).toBeVisible();
    await moveTo(null);
    await expect(editor.getByText(outside)).toHaveCount(0);
    await expect(record(editor, `Moment of ${inside}`)).toBeVisible();
    expect((await editor.request.get(`${url}/api/clients/${movedId}`)).status()).toBe(404);
  });

  await test.step('is at the sign-in once the admin removes them, on a page that is open', async () => {
    await admin.getByRole('button', { name: `More for ${invitee}` }).click();
    await admin.getByRole('menuitem', { name: 'Remove' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(admin.getByText('Colleague removed')).toBeVisible();
    await expect(editor.getByText('Your session has ended')).toBeVisible();
    await editor.getByText('Sign in as someone else').click();
    await expect(editor.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await expect(editor.getByText(inside)).toHaveCount(0);
  });
  await context.close();
});
