import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.js';
import { STAFF_EMAIL, STAFF_NAME, type Agent, type TestApp } from '../../../test/app.js';
import {
  createClient,
  createMomentWithImages,
  createReviewer,
  createReviewLink,
  createSuggestedOptimization,
} from '../../../test/factories.js';
import { mailsAbout, type MailRow } from '../../../test/mails.js';
import { startMailingApp } from '../../../test/mailing-app.js';
import type { TestSmtp } from '../../../test/smtp-server.js';
import type { ClientView } from '../../contract/clients.js';
import type { SharingView } from '../../contract/links.js';
import type { ReviewerView } from '../../contract/reviewers.js';
import { nextWorkingHour } from '../../reviews/working-hours.js';

describe('mails about links', () => {
  let app: TestApp;
  let staff: Agent;
  let smtp: TestSmtp;
  let close: () => Promise<void>;
  let client: ClientView;

  beforeAll(async () => {
    ({ app, staff, smtp, close } = await startMailingApp());
    client = await createClient(staff);
    await app.startWorker();
  });
  afterAll(() => close());

  const addReviewer = (fields: object) => createReviewer(staff, client.id, fields);
  const share = async (momentId: string, body: object): Promise<SharingView> =>
    (await staff.post(`/api/moments/${momentId}/links`).send(body).expect(200)).body;
  /** A reviewer with a link to a moment of two photos. */
  const invite = async (fields: object) => {
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id, title: 'Spring' });
    const reviewer = await addReviewer({ name: 'Fleur Martin', ...fields });
    const body = {
      reviewers: [{ reviewerId: reviewer.id }],
      message: 'Bonjour {First name}',
      remindAfterDays: [1, 8, 15],
    };
    const { links } = await share(moment.id, body);
    return { images, link: links[0]!, email: reviewer.email };
  };
  const mailTo = (email: string, count: number) =>
    eventually(() => {
      const mails = smtp.mailsTo(email);
      expect(mails).toHaveLength(count);
      return mails[count - 1]!;
    });
  /** As if the time of the next reminder had come. */
  const makeDue = () =>
    app.db.query(`UPDATE mails SET "dueAt" = now(), "facts" = "facts" || '{"isByHand": true}'
      WHERE "kind" = 'reminder' AND "state" = 'waiting' AND "facts" ->> 'number' = '1'`);

  /** As if all that was sent had been sent the day before. */
  const nextDay = () => app.db.query(`UPDATE mails SET "sentAt" = "sentAt" - interval '1 day'`);
  const remind = (linkId: string) => staff.post(`/api/links/${linkId}/reminder/send`);
  const remindersTo = (email: string): Promise<MailRow[]> =>
    app.db.query(
      `SELECT m."state", m."error" FROM mails m JOIN mail_recipients r ON r."id" = m."recipientId"
       WHERE m."kind" = 'reminder' AND r."email" = $1 ORDER BY m."state"`,
      [email],
    );

  it('reminds once a day, of all that waits behind all links of the reviewer from the agency', async () => {
    const email = 'nora@harbor.example';
    const { body: agency } = await staff.post('/api/agencies').send({ name: 'Once a Day' }).expect(201);
    const [harbor, bloom, other] = [
      await createClient(staff, { business: 'Harbor', agencyId: agency.id }),
      await createClient(staff, { business: 'Bloom', agencyId: agency.id }),
      await createClient(staff, { business: 'Other' }),
    ];
    const links: string[] = [];
    const give = async (path: string, clientId: string, dueOn?: string) => {
      const reviewers = (await staff.get(`/api/clients/${clientId}/reviewers`).expect(200)).body as ReviewerView[];
      const { id } =
        reviewers.find((one) => one.email === email) ??
        (await createReviewer(staff, clientId, { name: 'Nora', email }));
      const body = { reviewers: [{ reviewerId: id }], remindAfterDays: [1], ...(dueOn && { dueOn }) };
      const sharing = (await staff.post(`/api/${path}/links`).send(body).expect(200)).body as SharingView;
      links.push(sharing.links.find(({ reviewer }) => reviewer.id === id)!.id);
    };
    for (const [owner, title] of [
      [harbor, 'Spring'],
      [bloom, 'Windows'],
      [other, 'Elsewhere'],
    ] as const) {
      const { moment } = await createMomentWithImages(staff, 2, { clientId: owner.id, title });
      await give(`moments/${moment.id}`, owner.id, title === 'Windows' ? '2027-01-29' : undefined);
    }
    const { id } = await createSuggestedOptimization(staff, { clientId: harbor.id });
    await give(`gmb-optimizations/${id}`, harbor.id);
    await give(`clients/${harbor.id}`, harbor.id);
    await mailTo(email, 5);
    smtp.reset();
    await app.startWorker();
    await app.db.query(
      `UPDATE mails SET "dueAt" = now(), "facts" = "facts" || '{"isByHand": true}' WHERE "kind" = 'reminder' AND "state" = 'waiting'`,
    );
    await eventually(async () =>
      expect((await remindersTo(email)).map(({ state }) => state)).toEqual([
        'dropped',
        'dropped',
        'dropped',
        'sent',
        'sent',
      ]),
    );
    const [mail] = smtp.mailsTo(email).filter(({ text = '' }) => text.includes('Spring'));
    expect(mail!.subject).toMatch(/^Reminder: 3 items of .*Harbor/u);
    expect(mail!.text).toMatch(/Bloom: Windows\n2 photos · Please decide by Friday, January 29\.\nhttp/u);
    expect(mail!.text).toMatch(/Harbor: Spring\n2 photos\nhttp/u);
    expect(mail!.text).toMatch(/Harbor: .*\n5 sections\nhttp/u);
    expect(mail!.text).not.toContain('Elsewhere');
    expect(smtp.mailsTo(email)).toHaveLength(2);
    const refused = await remind(links[0]!).expect(409);
    expect(refused.body).toMatchObject({
      code: 'REMINDED_TODAY',
      message: 'Nora was reminded today already, of all that waits. One reminder a day is enough.',
    });
    await nextDay();
    await remind(links[0]!).expect(200);
    await mailTo(email, 3);
  });

  it('a reminder waits for working hours, and can be skipped until then', async () => {
    const timeZone = ['Asia/Tokyo', 'America/New_York'].find((zone) => nextWorkingHour(new Date(), zone) !== null)!;
    const { link, email } = await invite({ email: 'owl@harbor.example', timeZone });
    await mailTo(email, 1);
    await app.db.query(
      `UPDATE mails SET "dueAt" = now() WHERE "linkId" = $1 AND "kind" = 'reminder' AND "facts" ->> 'number' = '1'`,
      [link.id],
    );
    const first = async () => {
      const [mail] = await app.db.query<{ dueAt: Date; state: string }[]>(
        `SELECT "dueAt", "state" FROM mails WHERE "linkId" = $1 AND "kind" = 'reminder' AND "facts" ->> 'number' = '1'`,
        [link.id],
      );
      return mail!;
    };
    const opening = nextWorkingHour(new Date(), timeZone)!;
    await eventually(async () => expect(await first()).toEqual({ dueAt: opening, state: 'waiting' }));
    await staff.post(`/api/links/${link.id}/reminder/skip`).expect(200);
    expect(await first()).toEqual({ dueAt: opening, state: 'dropped' });
  });

  it('an invitation is in the reviewer’s language, and leads to the link', async () => {
    const { link, email } = await invite({ email: 'fleur@harbor.example', language: 'fr' });
    const mail = await mailTo(email, 1);
    expect(mail.text).toContain(link.address);
    expect(mail.html).toContain(link.address);
    expect(mail.text).toContain('Bonjour Fleur');
    expect(mail.text).not.toContain('{First name}');
  });

  it('reminds with the words that staff wrote for the client, or else those of the language', async () => {
    const { link, email } = await invite({ email: 'fleur-2@harbor.example', language: 'de' });
    const say = (reminderText: string | null) =>
      staff.patch(`/api/clients/${client.id}/sharing`).send({ reminderText }).expect(200);
    await mailTo(email, 1);
    const said = await say('Good morning {First name},\nwe publish on <Friday>.');
    expect(said.body.reminderText).toBe('Good morning {First name},\nwe publish on <Friday>.');
    await staff.post(`/api/links/${link.id}/reminder/send`).expect(200);
    const own = await mailTo(email, 2);
    expect(own.text).toContain('Good morning Fleur,\nwe publish on <Friday>.');
    expect(own.html).toContain('we publish on &lt;Friday&gt;.');
    expect(own.text).toContain('Erinnerung 1 von 3');
    await say(null);
    await nextDay();
    await staff.post(`/api/links/${link.id}/reminder/send`).expect(200);
    const mail = await mailTo(email, 3);
    expect(mail.text).not.toContain('Good morning');
    expect(mail.text).toContain('Bitte geben Sie frei');
  });

  it('invites to a portal without open work, and says so', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Rose & Thorn' });
    const email = 'lea@thorn.example';
    const reviewer = await createReviewer(staff, clientId, { name: 'Lea', email });
    await staff
      .post(`/api/clients/${clientId}/links`)
      .send({ reviewers: [{ reviewerId: reviewer.id }] })
      .expect(200);
    const mail = await mailTo(email, 1);
    expect(mail.subject).toBe('Rose & Thorn: your review page');
    expect(mail.text).toContain('nothing waits for your decision');
    expect(mail.text).not.toMatch(/\b0 /);
  });

  it('answers to a mail go to whoever shared, or else to the agency, and the mail says where that is', async () => {
    const { body: agency } = await staff
      .post('/api/agencies')
      .send({ name: 'North Star', replyTo: 'Hello@North.example', postalAddress: '12 Congress Street, Portland' })
      .expect(201);
    const { id: clientId } = await createClient(staff, { agencyId: agency.id });
    const { moment } = await createMomentWithImages(staff, 1, { clientId });
    const email = 'ida@harbor.example';
    const { body } = await staff.post(`/api/clients/${clientId}/reviewers`).send({ name: 'Ida', email }).expect(201);
    const { links } = await share(moment.id, { reviewers: [{ reviewerId: body.id }] });
    const first = await mailTo(email, 1);
    expect(first.replyTo).toEqual([{ name: STAFF_NAME, address: STAFF_EMAIL }]);
    for (const form of [first.text, first.html]) expect(form).toContain('North Star, 12 Congress Street, Portland');
    await app.db.query('UPDATE review_links SET "sharedById" = NULL');
    await staff.post(`/api/links/${links[0]!.id}/reminder/send`).expect(200);
    expect((await mailTo(email, 2)).replyTo).toEqual([{ name: 'North Star', address: 'hello@north.example' }]);
  });

  it('says beside the link that the server refused the address, until staff correct it', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const email = 'jon@harbor.example';
    const sentence = 'There is no such mailbox';
    smtp.behave({ refuse: { code: 550, sentence, at: 'RCPT' } }, email);
    const { id } = await addReviewer({ name: 'Jon', email });
    await share(moment.id, { reviewers: [{ reviewerId: id }] });
    const refusalOf = async (): Promise<string> => {
      const { body } = await staff.get(`/api/moments/${moment.id}/sharing`).expect(200);
      return (body as SharingView).links[0]!.reviewer.mailRefusal;
    };
    await eventually(async () => expect(await refusalOf()).toBe(`550 ${sentence}`));
    const { body } = await staff.get(`/api/clients/${client.id}/reviewers`).expect(200);
    expect((body as ReviewerView[]).find((one) => one.id === id)!.mailRefusal).toBe(`550 ${sentence}`);
    smtp.behave('accept', email);
    expect((await staff.patch(`/api/reviewers/${id}`).send({ email }).expect(200)).body.mailRefusal).toBe('');
    expect(await refusalOf()).toBe('');
    await share(moment.id, { reviewers: [{ reviewerId: id }] });
    await mailTo(email, 1);
  });

  it('sends no reminder to an address that the server refused or whose holder stopped the mails, and says why', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const path = `moments/${moment.id}`;
    const { link } = await createReviewLink(staff, path, client.id, { name: 'Kai', email: 'kai@harbor.example' });
    await share(moment.id, { reviewers: [{ reviewerId: link.reviewer.id }], remindAfterDays: [1] });
    const { body: before } = await staff.get(`/api/${path}/sharing`).expect(200);
    expect(before.links).toMatchObject([{ nextReminderAt: expect.any(String), reviewer: { hasStoppedMails: false } }]);
    const set = (columns: string) =>
      app.db.query(`UPDATE mail_recipients SET ${columns} WHERE "email" = 'kai@harbor.example'`);
    const why = async (): Promise<string> => {
      const { body } = await staff.post(`/api/links/${link.id}/reminder/send`).expect(409);
      expect(body.code).toBe('MAILS_STOPPED');
      const { body: sharing } = await staff.get(`/api/${path}/sharing`).expect(200);
      expect(sharing.links).toMatchObject([{ nextReminderAt: null }]);
      return body.message;
    };
    await set(`"refusedAt" = now(), "refusal" = '550 No such mailbox'`);
    expect(await why()).toBe(
      'No mail was sent, since the mail server refused kai@harbor.example: “550 No such mailbox” Correct the address first.',
    );
    await set(`"refusedAt" = NULL, "refusal" = '', "stoppedAt" = now()`);
    expect(await why()).toBe(
      'No mail was sent, since the holder of kai@harbor.example stopped these mails. Copy the link, and send it to Kai in another way.',
    );
    const { body: reviewers } = await staff.get(`/api/clients/${client.id}/reviewers`).expect(200);
    expect(reviewers).toContainEqual(expect.objectContaining({ id: link.reviewer.id, hasStoppedMails: true }));
    const { body: history } = await staff.get(`/api/${path}/history`).expect(200);
    expect(JSON.stringify(history)).not.toContain('link.reminded');
  });

  it('mails nothing of a moment that was moved to another client', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const reviewer = await addReviewer({ name: 'Hana', email: 'hana@harbor.example' });
    await share(moment.id, { reviewers: [{ reviewerId: reviewer.id }], remindAfterDays: [1] });
    await mailTo('hana@harbor.example', 1);
    await staff
      .patch(`/api/moments/${moment.id}`)
      .send({ clientId: (await createClient(staff)).id })
      .expect(200);
    await app.db.query(`UPDATE mails SET "dueAt" = now() WHERE "reviewId" = $1 AND "state" = 'waiting'`, [moment.id]);
    await eventually(async () =>
      expect(await mailsAbout(app.db, moment.id)).toContainEqual(
        expect.objectContaining({ kind: 'reminder', state: 'dropped' }),
      ),
    );
    expect(smtp.mailsTo('hana@harbor.example')).toHaveLength(1);
  });

  it('reminds of what is left, and of nothing once all is decided', async () => {
    const { images, link, email } = await invite({ email: 'gus@harbor.example' });
    await mailTo(email, 1);
    const decide = (index: number) =>
      app
        .visitor()
        .post(`/api/images/${images[index]!.id}/approve`)
        .set('Review-Link', link.address!.split('/r/')[1]!)
        .expect(200);
    await decide(0);
    await makeDue();
    const reminder = await mailTo(email, 2);
    expect(reminder.subject).toContain('1 photo');
    await decide(1);
    await nextDay();
    await app.db.query(`UPDATE mails SET "dueAt" = now() WHERE "linkId" = $1 AND "state" = 'waiting'`, [link.id]);
    await eventually(async () => {
      const left = await app.db.query(`SELECT "error" FROM mails WHERE "linkId" = $1 AND "state" = 'dropped'`, [
        link.id,
      ]);
      expect(left).toEqual([{ error: 'Everything is decided.' }, { error: 'Everything is decided.' }]);
    });
    expect(smtp.mailsTo(email)).toHaveLength(2);
  });
});
