import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Agent, type TestApp } from '../../test/app.js';
import { createClient, createMomentWithImages, createReviewer, createReviewLink } from '../../test/factories.js';
import { mailsAbout, type MailRow } from '../../test/mails.js';
import { startMailingApp } from '../../test/mailing-app.js';
import type { ClientView } from '../contract/clients.js';
import type { LinkView, SharingView } from '../contract/links.js';
import { reminderTimes } from '../reviews/working-hours.js';

describe('reminders', () => {
  let app: TestApp;
  let staff: Agent;
  let close: () => Promise<void>;
  let client: ClientView;

  beforeAll(async () => {
    ({ app, staff, close } = await startMailingApp());
    client = await createClient(staff);
  });
  afterAll(() => close());

  const addReviewer = (fields: object) => createReviewer(staff, client.id, fields);
  const share = async (momentId: string, body: object): Promise<SharingView> =>
    (await staff.post(`/api/moments/${momentId}/links`).send(body).expect(200)).body;
  const mailsOf = (momentId: string) => mailsAbout(app.db, momentId);
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

  it('plans reminders as staff say, and again when it is shared again', async () => {
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

    it('sends no reminder once any reviewer decided everything; says when each was done, and with which words', async () => {
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

    it('sends no reminder once the last decision was made, without a word', async () => {
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

    it('sends no reminder to a reviewer who may only look', async () => {
      const { moment, other } = await shared({ mayDecide: false });
      const message = 'By this link Tom may look, but not decide.';
      expect(await refused(moment.id, other)).toEqual(['NOTHING_TO_DECIDE', message]);
    });

    it('sends no reminder of a link that has expired', async () => {
      const { moment, other } = await shared({ expiresAt: '2026-01-01T00:00:00Z' });
      expect(await refused(moment.id, other)).toEqual(['LINK_CLOSED', 'This link does not open now.']);
    });

    it('sends no reminder of a link to all work of a client once all of it is decided', async () => {
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
  ])('refuses to share with %j', async (fields, field) => {
    const { moment } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const { id: reviewerId } = await addReviewer({ name: 'Eve' });
    const answer = await staff.post(`/api/moments/${moment.id}/links`).send({ reviewers: [{ reviewerId }], ...fields });
    expect(answer.body).toMatchObject({ statusCode: 400, details: [{ field }] });
  });
});
