import { expect, type Page } from '@playwright/test';
import { photoPart } from './photos.ts';
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
    await expect(editor.getByRole('button', { name: /Sign In$/ })).toBeVisible();
    await expect(editor.getByText(inside)).toHaveCount(0);
  });
  await context.close();
});

test('a colleague who becomes responsible for a client finds it in Needs you, until they are removed and hand it over', async ({
  page: admin,
  browser,
  product,
  nth,
}) => {
  const { url } = product;
  await openSession(admin.request, product);
  const post = async (path: string, data: object): Promise<{ id: string }> => {
    const answer = await admin.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const [theo, jonas] = [`Theo ${nth}`, `Jonas ${nth}`];
  const account = { email: `theo${nth}@example.com`, password: ADMIN.password, name: theo, role: 'manager' };
  await post('/api/register', account);
  await post('/api/register', { ...account, email: `jonas${nth}@example.com`, name: jonas });
  const business = `Fern ${nth}`;
  const client = await post('/api/clients', { business });
  const moment = await post('/api/moments', { title: `Bouquets ${nth}`, clientId: client.id });
  await admin.request.post('/api/upload', {
    multipart: { momentId: moment.id, images: await photoPart('IMG_2041.jpg') },
  });
  const [image] = await (await admin.request.get(`/api/moments/${moment.id}/images`)).json();
  await post(`/api/images/${image.id}/reject`, { feedback: `Too dark ${nth}` });

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await openSession(colleague.request, product, account);
  await colleague.goto(url);
  const needsYou = colleague.getByRole('region', { name: /^Needs you/ });
  await needsYou.getByRole('combobox', { name: 'Responsible' }).selectOption('Mine');
  await expect(needsYou.getByText('Nothing of yours waits')).toBeVisible();
  await expect(live(colleague)).toBeVisible();

  await test.step('the client becomes theirs, and its work appears', async () => {
    await admin.goto(`/clients/${client.id}`);
    await admin.getByRole('button', { name: 'Edit Client' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Edit Client' });
    await dialog.getByRole('combobox', { name: 'Responsible' }).fill(theo);
    await admin.getByTitle(theo, { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(admin.getByText(`Responsible: ${theo}`)).toBeVisible();
    await expect(needsYou.getByText(`Too dark ${nth}`)).toBeVisible();
  });

  await test.step('they are removed, and somebody else takes over', async () => {
    await admin.goto('/settings/team');
    await expect(admin.getByText('responsible for 1 client')).toBeVisible();
    await admin.getByRole('button', { name: `More for ${theo}` }).click();
    await admin.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Remove colleague?' });
    await dialog.getByRole('combobox', { name: 'Who takes over their 1 client?' }).fill(jonas);
    await admin.getByTitle(jonas, { exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(admin.getByText('Colleague removed')).toBeVisible();
    await expect(colleague.getByText('Your session has ended')).toBeVisible();
    await admin.goto(`/clients/${client.id}`);
    await expect(admin.getByText(`Responsible: ${jonas}`)).toBeVisible();
  });
  await context.close();
});
