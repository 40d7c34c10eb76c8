import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { createGate } from '../../backend/test/gate.js';
import type { ReceivedMail, TestSmtp } from '../../backend/test/smtp-server.js';
import { runStatement } from '../../backend/test/statement.js';
import { photoPart } from './photos.ts';
import { ADMIN, openSession, test, type Product } from './product.ts';

test.use({ services: 'mailing' });

const BUSINESS = 'Maison Duval';
const TITLE = 'Printemps';
const MARIE = { name: 'Marie Duval', email: 'marie@duval.example', language: 'fr', timeZone: 'Europe/Paris' };
const DANIEL = { name: 'Daniel Cho', email: 'daniel@duval.example', language: 'en', timeZone: 'Europe/London' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'de-DE' };

test('reviewers are mailed their links, one decides on the phone in French, the other is reminded, staff are told once', async ({
  browser,
  page,
  product,
}) => {
  const smtp = product.smtp!;
  await openSession(page.request, product);
  const momentId = await momentWithReviewers(page.request, product);
  await page.goto(`${product.url}/moments/${momentId}`);

  await test.step('both get their own link, also where a worker is killed in the middle', async () => {
    const gate = createGate();
    smtp.behave({ until: gate.opened, then: 'accept' });
    await page.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send to 2 reviewers' }).click();
    await expect.poll(() => smtp.asked.length).toBeGreaterThan(0);
    const [worker] = await product.pids('worker');
    process.kill(worker!, 'SIGKILL');
    gate.open();
    await dialog.getByRole('button', { name: 'Done' }).click();
    for (const { email } of [MARIE, DANIEL]) await expect.poll(() => subjects(smtp, email)).toHaveLength(1);
    expect(linkIn(onlyMail(smtp, MARIE.email))).not.toBe(linkIn(onlyMail(smtp, DANIEL.email)));
  });

  const phone = await (await browser.newContext(PHONE)).newPage();
  await test.step('Marie decides, in French', async () => {
    const mail = onlyMail(smtp, MARIE.email);
    expect(mail.html).toContain('lang="fr"');
    expect(mail.text).toContain(BUSINESS);
    await phone.goto(linkIn(mail));
    await expect(phone.locator('html')).toHaveAttribute('lang', 'fr');
    await card(phone, 1).getByRole('button', { name: 'Approuver' }).tap();
    await expect(page.getByText('1 of 3 decided')).toBeVisible();
    await card(phone, 2).getByRole('button', { name: 'Refuser' }).tap();
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Trop sombre');
    await dialog.getByRole('button', { name: 'Envoyer' }).tap();
    await expect(page.getByText('2 of 3 decided')).toBeVisible();
  });

  await test.step('the bell counts it without a reload, and staff get one mail after an hour in the middle of a round', async () => {
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    // The notification is updated shortly after a decision.
    const notified = async () => (await page.request.get(`${product.url}/api/notifications`)).text();
    await expect.poll(notified).toContain('Trop sombre');
    expect(smtp.mailsTo(ADMIN.email)).toHaveLength(0);
    await letMinutesPass(product, 61);
    await expect.poll(() => subjects(smtp, ADMIN.email)).toHaveLength(1);
    expect(onlyMail(smtp, ADMIN.email).text).toContain('Trop sombre');
  });

  await test.step('Daniel is reminded', async () => {
    await page.keyboard.press('s');
    const sharing = page.getByRole('region', { name: 'Who may see it' });
    await sharing.getByRole('button', { name: `Remind ${DANIEL.name} now` }).click();
    await expect.poll(() => subjects(smtp, DANIEL.email)).toHaveLength(2);
    expect(linkIn(smtp.mailsTo(DANIEL.email).at(-1)!)).toBe(linkIn(smtp.mailsTo(DANIEL.email)[0]!));
  });

  await test.step('Marie says that she is done: one summary, however often she says it', async () => {
    await card(phone, 3).getByRole('button', { name: 'Approuver' }).tap();
    await phone.getByRole('textbox').fill('Merci pour les pivoines');
    await phone.getByRole('button', { name: 'J’ai terminé' }).tap();
    await expect.poll(() => subjects(smtp, ADMIN.email)).toHaveLength(2);
    expect(smtp.mailsTo(ADMIN.email).at(-1)!.text).toContain('Merci pour les pivoines');
    await phone.reload();
    await expect(phone.getByRole('button', { name: 'J’ai terminé' })).toBeHidden();
  });

  await test.step('a link that was taken back closes under the reader', async () => {
    const page2 = await (await browser.newContext()).newPage();
    await page2.goto(linkIn(smtp.mailsTo(DANIEL.email)[0]!));
    await expect(page2.getByRole('article')).toHaveCount(3);
    const sharing = page.getByRole('region', { name: 'Who may see it' });
    await sharing.getByRole('button', { name: `Revoke the link of ${DANIEL.name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page2.getByRole('article')).toHaveCount(0);
  });
});

function card(page: Page, number: number) {
  return page.getByRole('article').nth(number - 1);
}

async function momentWithReviewers(api: APIRequestContext, { url }: Product): Promise<string> {
  const client = await (await api.post(`${url}/api/clients`, { data: { business: BUSINESS } })).json();
  for (const reviewer of [MARIE, DANIEL]) {
    const answer = await api.post(`${url}/api/clients/${client.id}/reviewers`, { data: reviewer });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const moment = await (await api.post(`${url}/api/moments`, { data: { clientId: client.id, title: TITLE } })).json();
  for (const name of ['IMG_2041.jpg', 'spring-bouquet-peonies.jpg', 'DSC_0384.jpg']) {
    const multipart = { momentId: moment.id as string, images: await photoPart(name) };
    const answer = await api.post(`${url}/api/upload`, { multipart });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await api.post(`${url}/api/moments/${moment.id}/generate-captions`);
  await expect
    .poll(async () => (await (await api.get(`${url}/api/moments/${moment.id}`)).json()).status)
    .toBe('generated');
  return moment.id as string;
}

/** The subjects of the mails to an address, without duplicates. */
function subjects(smtp: TestSmtp, address: string): string[] {
  return [...new Map(smtp.mailsTo(address).map(({ messageId, subject }) => [messageId, subject!])).values()];
}

function onlyMail(smtp: TestSmtp, address: string): ReceivedMail {
  expect(subjects(smtp, address)).toHaveLength(1);
  return smtp.mailsTo(address)[0]!;
}

function linkIn(mail: ReceivedMail): string {
  const [link] = /http:\/\/\S+\/r\/[\w-]+/.exec(mail.text!)!;
  return link;
}

/** Makes the notifications older by changing their rows. */
async function letMinutesPass(product: Product, minutes: number): Promise<void> {
  const statement = `UPDATE notifications SET "at" = "at" - $1 * interval '1 minute'`;
  await runStatement(await product.databaseUrl(), statement, [minutes]);
}
