import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../test/eventually.js';
import { STAFF_EMAIL, STAFF_NAME, type Agent, type TestApp } from '../../test/app.js';
import {
  createClient,
  createMomentWithImages,
  createReviewer,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { startMailingApp } from '../../test/mailing-app.js';
import type { TestSmtp } from '../../test/smtp-server.js';
import type { ClientView } from '../contract/clients.js';
import type { LinkView, SharingView } from '../contract/links.js';
import type { ReviewerView } from '../contract/reviewers.js';
import { nextWorkingHour, reminderTimes } from '../reviews/working-hours.js';

interface MailRow {
  kind: string;
  state: string;
  error: string;
  facts: { number?: number; message?: string };
  email: string;
  dueAt: Date;
}

describe('sharing by mail', () => {
  let app: TestApp;
  let staff: Agent;
  let smtp: TestSmtp;
  let close: () => Promise<void>;
  let client: ClientView;

  beforeAll(async () => {
    ({ app, staff, smtp, close } = await startMailingApp());
    client = await createClient(staff);
  });
  afterAll(() => close());

  const addReviewer = async (fields: object): Promise<ReviewerView> =>
    (await staff.post(`/api/clients/${client.id}/reviewers`).send(fields).expect(201)).body;
  const share = async (momentId: string, body: object): Promise<SharingView> =>
    (await staff.post(`/api/moments/${momentId}/links`).send(body).expect(200)).body;
  const mailsOf = (momentId: string): Promise<MailRow[]> =>
    app.db.query(
      `SELECT m."kind", m."state", m."facts", m."dueAt", r."email" FROM mails m
       JOIN mail_recipients r ON r."id" = m."recipientId" WHERE m."reviewId" = $1 ORDER BY m."dueAt"`,
      [momentId],
    );
  const planned = (mails: MailRow[]) => mails.filter(({ kind, state }) => kind === 'reminder' && state === 'waiting');

  it('invites those who have an address, and plans reminders for those who may decide', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const [maria, daniel, sam] = [
      await addReviewer({ name: 'Maria Lopez', email: 'maria@harbor.example' }),
      await addReviewer({ name: 'Daniel Cho', email: 'daniel@harbor.example' }),
      await addReviewer({ name: 'Sam Kerr' }),
    ];
    const reviewers = [{ reviewerId: maria.id }, { reviewerId: daniel.id, mayDecide: false }, { reviewerId: sam.id }];
    const sharing = await share(moment.id, { reviewers, message: 'Hello {First name}', dueOn: '2027-01-29' });
    expect(sharing).toMatchObject({ dueOn: '2027-01-29', sendsMails: true, reminderDays: [1, 3, 5] });
    const mails = await mailsOf(moment.id);
    const invited = mails.filter(({ kind }) => kind === 'invitation').map(({ email }) => email);
    expect(invited.toSorted()).toEqual(['daniel@harbor.example', 'maria@harbor.example']);
    const days = reminderTimes(new Date(), [1, 3, 5], 'UTC').map((_, index) => ['maria@harbor.example', index + 1]);
    expect(planned(mails).map(({ email, facts }) => [email, facts.number])).toEqual(days);
    const next = sharing.links.map(({ nextReminderAt }) => nextReminderAt);
    expect(next).toEqual([planned(mails)[0]!.dueAt.toISOString(), null, null]);
  });

  it('plans as staff say, and again when it is shared again', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { id: reviewerId } = await addReviewer({ name: 'Ana', email: 'ana@harbor.example' });
    const reviewers = [{ reviewerId }];
    await share(moment.id, { reviewers, remindAfterDays: [7, 2] });
    await share(moment.id, { reviewers, remindAfterDays: [4] });
    expect(planned(await mailsOf(moment.id))).toHaveLength(1);
    await share(moment.id, { reviewers, remindAfterDays: [] });
    expect(planned(await mailsOf(moment.id))).toEqual([]);
    await staff
      .patch(`/api/clients/${client.id}/sharing`)
      .send({ reminderDays: [2] })
      .expect(200);
    await share(moment.id, { reviewers });
    expect(planned(await mailsOf(moment.id))).toHaveLength(1);
  });

  it('skips a reminder, sends one at once, and none after the link was revoked', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { id: reviewerId } = await addReviewer({ name: 'Ben', email: 'ben@harbor.example' });
    const { links } = await share(moment.id, { reviewers: [{ reviewerId }], remindAfterDays: [1, 8] });
    const path = `/api/links/${links[0]!.id}`;
    const skipped = await staff.post(`${path}/reminder/skip`).expect(200);
    const [left] = planned(await mailsOf(moment.id));
    expect([left!.facts.number, skipped.body.nextReminderAt]).toEqual([2, left!.dueAt.toISOString()]);
    await staff.post(`${path}/reminder/send`).expect(200);
    const [now] = planned(await mailsOf(moment.id));
    expect(now!.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    await staff.post(`${path}/revoke`).send({ mail: true }).expect(200);
    const mails = await mailsOf(moment.id);
    expect(planned(mails)).toEqual([]);
    expect(mails.filter(({ kind }) => kind === 'linkClosed')).toMatchObject([{ email: 'ben@harbor.example' }]);
    expect((await staff.post(`${path}/reminder/send`).expect(409)).body.code).toBe('LINK_CLOSED');
  });

  describe('sends no reminder where nothing is left to decide', () => {
    const shared = async (options: object = {}) => {
      const { moment, images } = await createMomentWithImages(staff, 2, { clientId: client.id });
      const names = [crypto.randomUUID(), crypto.randomUUID()];
      const [one, other] = [
        await createReviewLink(staff, `moments/${moment.id}`, client.id, { email: `${names[0]}@harbor.example` }),
        await createReviewLink(staff, `moments/${moment.id}`, client.id, {
          email: `${names[1]}@harbor.example`,
          name: 'Tom',
          ...options,
        }),
      ];
      return { moment, images, one, other };
    };
    const sharing = async (path: string): Promise<SharingView> =>
      (await staff.get(`/api/${path}/sharing`).expect(200)).body;
    const by = ({ token }: { token: string }) => ({
      post: (path: string, body: object = {}) => app.visitor().post(path).set('Review-Link', token).send(body),
    });
    /** Asks to remind, which is refused and leaves no trace. */
    const refused = async (momentId: string, { link }: { link: LinkView }) => {
      const reminders = async () => (await mailsOf(momentId)).filter(({ kind }) => kind === 'reminder');
      const before = await reminders();
      const { body } = await staff.post(`/api/links/${link.id}/reminder/send`).expect(409);
      expect(await reminders()).toEqual(before);
      const { body: history } = await staff.get(`/api/moments/${momentId}/history`).expect(200);
      expect(JSON.stringify(history)).not.toContain('link.reminded');
      return [body.code, body.message];
    };

    it('since everything is decided, by any reviewer; and says when each was done, and with which words', async () => {
      const { moment, images, one, other } = await shared();
      for (const image of images) await by(one).post(`/api/images/${image.id}/approve`).expect(200);
      await by(one).post(`/api/public/${moment.id}/done`, { note: 'Lovely!' }).expect(204);
      const message = 'Everything is decided, so there is nothing to remind Maria Lopez of.';
      expect(await refused(moment.id, one)).toEqual(['NOTHING_TO_DECIDE', message]);
      expect(await refused(moment.id, other)).toEqual(['NOTHING_TO_DECIDE', message.replace('Maria Lopez', 'Tom')]);
      const { links } = await sharing(`moments/${moment.id}`);
      const done = { at: expect.any(String), note: 'Lovely!' };
      expect(links).toMatchObject([
        { left: 0, done, nextReminderAt: null },
        { left: 0, done: null, nextReminderAt: null },
      ]);
    });

    it('since the last decision was made, without a word', async () => {
      const { moment, images, one } = await shared();
      await by(one).post(`/api/images/${images[0]!.id}/approve`).expect(200);
      expect((await sharing(`moments/${moment.id}`)).links[0]).toMatchObject({ left: 1, done: null });
      await by(one).post(`/api/images/${images[1]!.id}/reject`, { feedback: 'Too dark' }).expect(200);
      const [last] = await app.db.query<{ at: Date }[]>(
        `SELECT "at" FROM history WHERE "reviewId" = $1 AND "action" = 'image.rejected'`,
        [moment.id],
      );
      const done = { at: last!.at.toISOString(), note: '' };
      expect((await sharing(`moments/${moment.id}`)).links[0]).toMatchObject({ left: 0, done });
      // A new round is not done.
      await staff.patch(`/api/images/${images[1]!.id}`).send({ title: 'Brighter' }).expect(200);
      await staff.post(`/api/images/${images[1]!.id}/resubmit`).expect(200);
      expect((await sharing(`moments/${moment.id}`)).links[0]).toMatchObject({ left: 1, done: null });
    });

    it('who may only look', async () => {
      const { moment, other } = await shared({ mayDecide: false });
      const message = 'By this link Tom may look, but not decide.';
      expect(await refused(moment.id, other)).toEqual(['NOTHING_TO_DECIDE', message]);
    });

    it('whose link has expired', async () => {
      const { moment, other } = await shared({ expiresAt: '2026-01-01T00:00:00Z' });
      expect(await refused(moment.id, other)).toEqual(['LINK_CLOSED', 'This link does not open now.']);
    });

    it('by a link to all work of a client, once all of it is decided', async () => {
      const own = await createClient(staff);
      const { moment, images } = await createMomentWithImages(staff, 1, { clientId: own.id });
      await staff.post(`/api/moments/${moment.id}/share`).expect(200);
      const portal = await createReviewLink(staff, `clients/${own.id}`, own.id, { email: 'all@harbor.example' });
      expect((await sharing(`clients/${own.id}`)).links[0]).toMatchObject({ left: 1 });
      await staff.post(`/api/links/${portal.link.id}/reminder/send`).expect(200);
      await by(portal).post(`/api/images/${images[0]!.id}/approve`).expect(200);
      expect((await sharing(`clients/${own.id}`)).links[0]).toMatchObject({ left: 0, nextReminderAt: null });
      const { body } = await staff.post(`/api/links/${portal.link.id}/reminder/send`).expect(409);
      expect(body.code).toBe('NOTHING_TO_DECIDE');
    });
  });

  it('sends no mail where staff only want the link, or the reviewer has no address', async () => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const [cleo, dan] = [
      await addReviewer({ name: 'Cleo', email: 'cleo@harbor.example' }),
      await addReviewer({ name: 'Dan' }),
    ];
    const { links } = await share(moment.id, { reviewers: [{ reviewerId: cleo.id }], mail: false });
    await share(moment.id, { reviewers: [{ reviewerId: dan.id }] });
    expect(await mailsOf(moment.id)).toEqual([]);
    expect(links[0]!.address).toContain('/r/');
    const { links: all } = (await staff.get(`/api/moments/${moment.id}/sharing`).expect(200)).body as SharingView;
    const ofDan = all.find(({ reviewer }) => reviewer.id === dan.id)!;
    expect((await staff.post(`/api/links/${ofDan.id}/reminder/send`).expect(409)).body.code).toBe('NO_ADDRESS');
  });

  it.each([
    [{ dueOn: '2027-02-30' }, 'dueOn'],
    [{ dueOn: 'soon' }, 'dueOn'],
    [{ dueOn: '0000-01-01' }, 'dueOn'],
    [{ remindAfterDays: [0] }, 'remindAfterDays'],
    [{ remindAfterDays: [1, 1] }, 'remindAfterDays'],
    [{ remindAfterDays: [1, 2, 3, 4, 5, 6] }, 'remindAfterDays'],
    [{ message: 'x'.repeat(501) }, 'message'],
  ])('refuses %j', async (fields, field) => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { id: reviewerId } = await addReviewer({ name: 'Eve' });
    const answer = await staff.post(`/api/moments/${moment.id}/links`).send({ reviewers: [{ reviewerId }], ...fields });
    expect(answer.body).toMatchObject({ statusCode: 400, details: [{ field }] });
  });

  describe('with a worker', () => {
    beforeAll(() => app.startWorker());

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

    it('waits for working hours, and can be skipped until then', async () => {
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

    it('writes in the reviewer’s language, and leads to the link', async () => {
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

    it('is answered to who shared, or else to the agency, and says where that is', async () => {
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
      expect(before.links).toMatchObject([
        { nextReminderAt: expect.any(String), reviewer: { hasStoppedMails: false } },
      ]);
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
        expect(await mailsOf(moment.id)).toContainEqual(
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
});
