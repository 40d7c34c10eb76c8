import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { STAFF_EMAIL, startApp, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient, createMomentWithImages } from '../../test/factories.js';
import { startSmtp, type TestSmtp } from '../../test/smtp-server.js';
import type { InvitationFacts } from '../sharing/mails/invitation.mail.js';
import { Mail } from './mail.entity.js';
import { Outbox, type NewMail } from './outbox.js';
import { Recipient } from './recipient.entity.js';

const FACTS: InvitationFacts = {
  reviewer: { name: 'Maria Lopez' },
  client: { business: 'Harbor Dental' },
  brand: {
    name: 'North Star Local',
    primaryColor: '#c2410c',
    logoFileId: null,
    postalAddress: '12 Congress Street, Portland',
  },
  address: 'https://review.northstar.example/r/AbC',
  replyTo: { name: 'Anna Keller', address: 'anna@northstar.example' },
  things: 'photos',
  left: 10,
  total: 10,
  photos: [],
  dueOn: '2026-11-30',
  message: '',
};

/** What a new round says besides. */
const ADDED = { again: [], hasAdded: true };

describe('mails', () => {
  let app: TestApp;
  let smtp: TestSmtp;
  let worker: INestApplicationContext;
  let number = 0;

  beforeAll(async () => {
    smtp = await startSmtp();
    app = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: 'Review <review@northstar.example>' });
    // What mails say is given with each.
    worker = await app.startWorker({ givenFacts: true });
  });
  afterEach(() => smtp.reset());
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const newAddress = () => `maria-${(number += 1)}@harbor.example`;

  function add(mail: Partial<NewMail> & { to: string }, facts: object = {}): Promise<string> {
    const { kind = 'invitation', language = 'en', dedupeKey = 'link:1', ...rest } = mail;
    const outbox = worker.get(Outbox, { strict: false });
    return app.db.transaction((manager) =>
      outbox.add(manager, { kind, language, dedupeKey, facts: { ...FACTS, ...facts }, ...rest }),
    );
  }

  const mailOf = (id: string) => app.db.manager.findOneByOrFail(Mail, { id });
  const inState = (id: string, state: Mail['state']) =>
    eventually(async () => {
      const mail = await mailOf(id);
      expect(mail).toMatchObject({ state });
      return mail;
    });
  /** As if the time had come to try it again. */
  const tryAgain = async (): Promise<void> => {
    await app.db.query(`UPDATE run_items SET "notBefore" = NULL WHERE "state" = 'waiting'`);
    await app.db.query(
      `UPDATE runs SET "notBefore" = NULL, "createdAt" = now() - interval '1 minute' WHERE "state" = 'running'`,
    );
  };
  const makeDue = () => app.db.query(`UPDATE mails SET "dueAt" = now() WHERE "state" = 'waiting'`);

  it('sends a mail as text and HTML, from the brand’s name and with answers to the sender', async () => {
    const to = newAddress();
    const id = await add({ to });
    const { messageId, sentAt } = await inState(id, 'sent');
    expect(sentAt).not.toBeNull();
    const [mail, ...others] = smtp.mailsTo(to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Harbor Dental: 10 photos for you to decide',
      messageId,
      from: { name: 'North Star Local', address: 'review@northstar.example' },
      to: [{ name: 'Maria Lopez', address: to }],
      replyTo: [{ name: 'Anna Keller', address: 'anna@northstar.example' }],
    });
    expect(messageId).toBe(`<${id}@northstar.example>`);
    expect(mail!.html).toContain('Maria, 10 photos of Harbor Dental wait for your decision');
    expect(mail!.html).toContain('Please decide by Monday, November 30.');
    expect(mail!.text).toContain('Review 10 photos:\nhttps://review.northstar.example/r/AbC');
  });

  it('removes characters that turn the writing direction from subject and people’s names', async () => {
    const to = newAddress();
    const turned = {
      client: { business: 'Harbor\u202e Dental' },
      brand: { ...FACTS.brand, name: 'North\u2066 Star\u202d' },
      reviewer: { name: 'Maria\u202e zepoL' },
      replyTo: { name: 'Anna\u200f\u202e', address: 'anna@northstar.example' },
    };
    await inState(await add({ to }, turned), 'sent');
    expect(smtp.mailsTo(to)[0]).toMatchObject({
      subject: 'Harbor Dental: 10 photos for you to decide',
      from: { name: 'North Star' },
      to: [{ name: 'Maria zepoL' }],
      replyTo: [{ name: 'Anna' }],
    });
  });

  it('a mail carries small pictures of the photos, as JPEG, with their titles', async () => {
    const { images } = await createMomentWithImages(await app.staff(), 2);
    const photos = await Promise.all(
      images.map(async ({ id }, index) => {
        const [row] = (await app.db.query('SELECT "fileId" FROM images WHERE "id" = $1', [id])) as { fileId: string }[];
        return { fileId: row!.fileId, title: `Photo "${index + 1}"` };
      }),
    );
    const to = newAddress();
    const gone = { fileId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', title: 'Gone' };
    await inState(await add({ to }, { photos: [...photos, gone] }), 'sent');
    const { attachments, html } = smtp.mailsTo(to)[0]!;
    expect(attachments.map(({ mimeType, contentId }) => [mimeType, contentId])).toEqual([
      ['image/jpeg', '<photo-1@mail>'],
      ['image/jpeg', '<photo-2@mail>'],
    ]);
    expect(html).toContain('src="cid:photo-1@mail"');
    expect(html).toContain('alt="Photo &quot;1&quot;"');
    expect(html).toContain('Gone');
    expect(html).toContain('+7');
  });

  it('merges waiting mails of the same recipient, kind and key for at most 30 minutes', async () => {
    const to = newAddress();
    const first = await add({ to, kind: 'newRound', dedupeKey: 'link:1' }, { left: 1, ...ADDED });
    expect(await add({ to, kind: 'newRound', dedupeKey: 'link:1' }, { left: 3 })).toBe(first);
    const other = await add({ to, kind: 'newRound', dedupeKey: 'link:2' }, ADDED);
    expect(other).not.toBe(first);
    const { dueAt, createdAt, facts } = await mailOf(first);
    expect(facts).toMatchObject({ left: 3 });
    expect(dueAt.getTime() - createdAt.getTime()).toBeGreaterThan(299_000);
    await app.db.query(`UPDATE mails SET "createdAt" = now() - interval '28 minutes' WHERE "id" = $1`, [first]);
    await add({ to, kind: 'newRound', dedupeKey: 'link:1' });
    const extended = await mailOf(first);
    expect(extended.dueAt.getTime() - extended.createdAt.getTime()).toBe(30 * 60_000);
    await makeDue();
    await inState(first, 'sent');
    await inState(other, 'sent');
    expect(await add({ to, kind: 'newRound', dedupeKey: 'link:1' })).not.toBe(first);
    expect(smtp.mailsTo(to)).toHaveLength(2);
  });

  it('retries mails that the server refuses for now as the same mail, and keeps their order', async () => {
    const to = newAddress();
    smtp.behave({ refuse: { code: 451, sentence: 'Greylisted, come back later', at: 'RCPT' } }, to);
    const first = await add({ to, dedupeKey: 'link:1' });
    const delayed = { attempts: 1, error: '451 Greylisted, come back later', state: 'waiting' };
    await eventually(async () => expect(await mailOf(first)).toMatchObject(delayed));
    const { messageId } = await mailOf(first);
    const second = await add({ to, dedupeKey: 'link:2' });
    const third = await add({ to, dedupeKey: 'link:1' });
    expect(third).not.toBe(first);
    smtp.behave('accept', to);
    await tryAgain();
    await inState(third, 'sent');
    expect(smtp.mailsTo(to).map((mail) => mail.messageId)).toEqual([
      messageId,
      expect.stringContaining(second),
      expect.stringContaining(third),
    ]);
  });

  it('fails a mail to an address that the server refuses for good with its sentence, without another attempt', async () => {
    const to = newAddress();
    smtp.behave({ refuse: { code: 550, sentence: 'No such user here', at: 'RCPT' } }, to);
    const id = await add({ to });
    expect(await inState(id, 'failed')).toMatchObject({ error: '550 No such user here' });
    const recipient = await app.db.manager.findOneByOrFail(Recipient, { email: to });
    expect(recipient).toMatchObject({ refusal: '550 No such user here', refusedAt: expect.any(Date) });
    const next = await inState(await add({ to, dedupeKey: 'link:2' }), 'dropped');
    expect(next.error).toBe('The mail server refused this address before: 550 No such user here');
    expect(smtp.asked.filter((address) => address === to)).toHaveLength(1);
  });

  it('does not blame the address when the server refuses the content of a mail', async () => {
    const to = newAddress();
    smtp.behave({ refuse: { code: 554, sentence: 'Looks like spam', at: 'DATA' } }, to);
    expect(await inState(await add({ to }), 'failed')).toMatchObject({ error: '554 Looks like spam' });
    expect(await app.db.manager.findOneByOrFail(Recipient, { email: to })).toMatchObject({ refusedAt: null });
  });

  it('resends a mail with the same Message-ID where the server took it and its answer was lost', async () => {
    const to = newAddress();
    smtp.behave('take and drop', to);
    const id = await add({ to });
    await eventually(async () =>
      expect(await mailOf(id)).toMatchObject({ attempts: 1, error: expect.stringMatching(/./) }),
    );
    smtp.behave('accept', to);
    await tryAgain();
    const { messageId } = await inState(id, 'sent');
    expect(smtp.mailsTo(to).map((mail) => mail.messageId)).toEqual([messageId, messageId]);
  });

  it('one click stops mails to a reviewer, another lets them resume; a look changes nothing', async () => {
    const to = newAddress();
    await inState(await add({ to, language: 'de' }), 'sent');
    const header = (name: string) => smtp.mailsTo(to)[0]!.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = new URL(header('list-unsubscribe')!.slice(1, -1));
    expect(address.origin).toBe('https://review.northstar.example');
    expect(smtp.mailsTo(to)[0]!.html).toContain(`href="${address.href}"`);
    const open = (path = '') => app.visitor().get(`${address.pathname}${path}`);
    const post = (path = '') =>
      app.visitor().post(`${address.pathname}${path}`).type('form').send('List-Unsubscribe=One-Click');
    expect((await open().expect(200)).text).toContain('Diese Mails abbestellen?');
    await inState(await add({ to, language: 'de', dedupeKey: 'link:2' }), 'sent');
    expect((await post().expect(200)).text).toContain('Diese Mails sind abbestellt.');
    const stopped = await inState(await add({ to, language: 'de', dedupeKey: 'link:3' }), 'dropped');
    expect(stopped.error).toBe('The holder of this address has stopped these mails.');
    expect((await post('/resume').expect(200)).text).toContain('Diese Mails abbestellen?');
    await inState(await add({ to, dedupeKey: 'link:4' }), 'sent');
    await app.visitor().post('/stop-mails/0123456789abcdef').expect(404);
  });

  it('lists mails for staff, and resends refused ones when asked, also to the refused address', async () => {
    const staff = await app.staff();
    const client = await createClient(staff, { business: 'Harbor Dental' });
    const to = newAddress();
    smtp.behave({ refuse: { code: 550, sentence: 'No such user here', at: 'RCPT' } }, to);
    const id = await add({ to, clientId: client.id });
    await inState(id, 'failed');
    const { body, headers } = await staff.get('/api/mails?state=failed&limit=1').expect(200);
    expect(body).toEqual([
      expect.objectContaining({
        id,
        email: to,
        business: 'Harbor Dental',
        state: 'failed',
        error: '550 No such user here',
      }),
    ]);
    expect(Number(headers['x-total-count'])).toBeGreaterThan(0);
    smtp.reset();
    const again = await staff.post(`/api/mails/${id}/send-again`).expect(200);
    expect(again.body).toMatchObject({ id, state: 'waiting', error: '' });
    const { messageId } = await inState(id, 'sent');
    expect(smtp.mailsTo(to).map((mail) => mail.messageId)).toEqual([messageId]);
    const twice = await staff.post(`/api/mails/${id}/send-again`).expect(409);
    expect(twice.body.code).toBe('MAIL_SENT');
    await staff.post('/api/mails/7c9e6679-7425-40de-944b-e07fc1f90ae7/send-again').expect(404);
    await staff.delete(`/api/clients/${client.id}`).expect(204);
    expect(await app.db.manager.countBy(Mail, { id })).toBe(0);
  });

  it('staff preview mails with made-up facts, and send them to themselves', async () => {
    const staff = await app.staff();
    const { body: server } = await staff.get('/api/mail-server').expect(200);
    expect(server).toEqual({ sender: { name: 'Review', address: 'review@northstar.example' }, problem: null });
    const { body: preview } = await staff.get('/api/mail-preview?kind=reminder&language=ar').expect(200);
    expect(preview.html).toContain('<html lang="ar" dir="rtl"');
    expect(preview.html).toContain('src="data:image/jpeg;base64,');
    expect(preview.html).not.toContain('cid:');
    await staff.get('/api/mail-preview?kind=spam').expect(400);
    await staff.post('/api/mails/test').expect(204);
    expect(smtp.mailsTo(STAFF_EMAIL)).toMatchObject([{ subject: 'Harbor Dental: 10 photos for you to decide' }]);
    smtp.behave({ refuse: { code: 550, sentence: 'Not from you', at: 'DATA' } }, STAFF_EMAIL);
    const refused = await staff.post('/api/mails/test').expect(502);
    expect(refused.body).toMatchObject({ code: 'MAIL_FAILED', message: '550 Not from you' });
  });

  it('fails a mail that cannot be rendered, and holds up no other of the same recipient', async () => {
    const to = newAddress();
    const broken = await add({ to, dedupeKey: 'link:1' }, { brand: null });
    const next = await add({ to, dedupeKey: 'link:2' });
    expect((await inState(broken, 'failed')).error).toMatch(
      /^The mail to .* could not be sent, because something went wrong/,
    );
    await inState(next, 'sent');
  });

  it('a text cannot add a header to a mail', async () => {
    const to = newAddress();
    const evil = 'Rosa\r\nBcc: eve@example.com\r\n\r\n<b>Hello</b>';
    const facts = {
      client: { business: evil },
      reviewer: { name: `${evil} Lopez` },
      brand: { ...FACTS.brand, name: evil },
      replyTo: { name: evil, address: 'anna@northstar.example' },
      message: evil,
    };
    await inState(await add({ to }, facts), 'sent');
    const [mail] = smtp.mailsTo(to);
    const head = mail!.source.slice(0, mail!.source.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^bcc:/im);
    expect(smtp.asked.filter((address) => address === 'eve@example.com')).toEqual([]);
    expect(mail!.html).not.toContain('<b>Hello</b>');
  });
});

describe('without a mail server', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('keeps mails in the outbox as not sent', async () => {
    const worker = await app.startWorker();
    const outbox = worker.get(Outbox, { strict: false });
    const mail = {
      kind: 'invitation',
      to: 'Maria@Harbor.example',
      language: 'en',
      dedupeKey: 'link:1',
      facts: FACTS,
    } as const;
    const id = await app.db.transaction((manager) => outbox.add(manager, mail));
    expect(await app.db.transaction((manager) => outbox.add(manager, mail))).toBe(id);
    expect(await app.db.manager.findOne(Mail, { where: { id }, relations: { recipient: true } })).toMatchObject({
      state: 'unsent',
      recipient: { email: 'maria@harbor.example' },
    });
    const staff = await app.staff();
    expect((await staff.get('/api/mail-server').expect(200)).body).toEqual({ sender: null, problem: null });
    expect((await staff.get('/api/mails').expect(200)).body).toMatchObject([{ id, state: 'unsent' }]);
    for (const path of [`/api/mails/${id}/send-again`, '/api/mails/test'])
      expect((await staff.post(path).expect(409)).body.code).toBe('NO_MAIL_SERVER');
  });
});
