import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Agent, TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import {
  createClient,
  createMomentWithImages,
  createReviewer,
  createSuggestedOptimization,
  jpeg,
} from '../../test/factories.js';
import { startMailingApp } from '../../test/mailing-app.js';
import { tokenIn } from '../../test/review-links.js';
import type { TestSmtp } from '../../test/smtp-server.js';
import type { ImageView } from '../contract/images.js';
import type { LinkView, SharingView } from '../contract/links.js';

interface MailRow {
  email: string;
  state: string;
  error: string;
  /** Minutes until it is sent. */
  wait: number;
}

describe('mails of a new round', () => {
  let app: TestApp;
  let staff: Agent;
  let smtp: TestSmtp;
  let close: () => Promise<void>;
  let number = 0;

  beforeAll(async () => {
    ({ app, staff, smtp, close } = await startMailingApp());
    await app.startWorker();
  });
  afterAll(() => close());

  const newAddress = () => `reviewer-${(number += 1)}@harbor.example`;
  const addReviewer = (clientId: string, fields: object = {}) =>
    createReviewer(staff, clientId, { email: newAddress(), ...fields });
  const share = async (path: string, reviewerId: string, fields: object = {}): Promise<LinkView> => {
    const body = { reviewers: [{ reviewerId }], remindAfterDays: [], ...fields };
    const { links } = (await staff.post(`/api/${path}/links`).send(body).expect(200)).body as SharingView;
    return links.find(({ reviewer }) => reviewer.id === reviewerId)!;
  };
  /** A moment of three photos, shared with a reviewer who has rejected the first two. */
  const rejected = async (fields: object = {}) => {
    const { id: clientId } = await createClient(staff, { business: 'Harbor Dental' });
    const { moment, images } = await createMomentWithImages(staff, 3, { clientId });
    const reviewer = await addReviewer(clientId, fields);
    const link = await share(`moments/${moment.id}`, reviewer.id);
    for (const image of images.slice(0, 2)) await decide(image, 'reject', link);
    return { clientId, moment, images, reviewer, link };
  };
  const decide = (image: ImageView, verdict: 'approve' | 'reject', link: LinkView) =>
    app
      .visitor()
      .post(`/api/images/${image.id}/${verdict}`)
      .set('Review-Link', tokenIn(link))
      .send(verdict === 'reject' ? { feedback: 'Too dark' } : {})
      .expect(200);
  const edit = ({ id }: ImageView, title = 'In daylight') =>
    staff.patch(`/api/images/${id}`).send({ title }).expect(200);
  const sendBack = ({ id }: ImageView, body?: object) =>
    staff.post(`/api/images/${id}/resubmit`).send(body).expect(200);
  /** Changes what was rejected, and resubmits it. */
  const resubmit = async (image: ImageView, title?: string) => {
    await edit(image, title);
    await sendBack(image);
  };
  const roundsOf = (subjectId: string): Promise<MailRow[]> =>
    app.db.query(
      `SELECT r."email", m."state", m."error", extract(epoch FROM m."dueAt" - m."createdAt") / 60 AS "wait" FROM mails m
       JOIN mail_recipients r ON r."id" = m."recipientId"
       WHERE m."kind" = 'newRound' AND m."reviewId" = $1 ORDER BY r."email"`,
      [subjectId],
    );
  /** As if the time of quiet was over. */
  const send = async (subjectId: string): Promise<MailRow[]> => {
    await app.db.query(`UPDATE mails SET "dueAt" = now() WHERE "kind" = 'newRound' AND "state" = 'waiting'`);
    return eventually(async () => {
      const rows = await roundsOf(subjectId);
      expect(rows.map(({ state }) => state)).not.toContain('waiting');
      return rows;
    });
  };
  const lastTo = (email: string) => smtp.mailsTo(email).at(-1)!;

  it('sends one mail for all that is resubmitted within five minutes, with those photos alone', async () => {
    const { moment, images, reviewer, link } = await rejected();
    await resubmit(images[0]!);
    await resubmit(images[1]!);
    const [waiting, ...others] = await roundsOf(moment.id);
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ email: reviewer.email, state: 'waiting' });
    expect(Number(waiting!.wait)).toBeCloseTo(5, 0);
    await decide(images[1]!, 'approve', link);
    await send(moment.id);
    expect(lastTo(reviewer.email).subject).toBe('Harbor Dental: 1 photo changed for you to look at');
    expect(lastTo(reviewer.email).text).toContain(link.address);
    // What was added after it is another mail.
    await decide(images[0]!, 'reject', link);
    await resubmit(images[0]!, 'At noon');
    expect((await roundsOf(moment.id)).map(({ state }) => state).toSorted()).toEqual(['sent', 'waiting']);
  });

  it('plans the reminders chosen when it was shared, and puts them off with each change', async () => {
    const { moment, images, link } = await rejected();
    const planned = (): Promise<{ number: number; days: number }[]> =>
      app.db.query(
        `SELECT ("facts" ->> 'number')::int AS "number", "dueAt"::date - current_date AS "days" FROM mails
         WHERE "kind" = 'reminder' AND "state" = 'waiting' AND "reviewId" = $1 ORDER BY "dueAt"`,
        [moment.id],
      );
    await resubmit(images[0]!);
    expect(await planned()).toEqual([]);
    await share(`moments/${moment.id}`, link.reviewer.id, { remindAfterDays: [2, 9] });
    await app.db.query(`UPDATE mails SET "state" = 'sent' WHERE "kind" = 'reminder' AND "facts" ->> 'number' = '1'`);
    await app.db.query(`UPDATE mails SET "dueAt" = now() + interval '1 hour' WHERE "kind" = 'reminder'`);
    await resubmit(images[1]!);
    const [first, second, ...others] = await planned();
    expect([first!.number, second!.number, others]).toEqual([1, 2, []]);
    // A day later where it would be a Saturday, or in the reviewer's time zone; two days more on a Friday.
    expect(first!.days).toBeGreaterThanOrEqual(1);
    expect(second!.days).toBeGreaterThanOrEqual(8);
  });

  it('mails about photos that are added, and about approved ones that were changed', async () => {
    const { moment, images, reviewer, link } = await rejected();
    await decide(images[2]!, 'approve', link);
    await staff.patch(`/api/images/${images[2]!.id}`).send({ title: 'Another title' }).expect(200);
    await send(moment.id);
    expect(lastTo(reviewer.email).subject).toBe('Harbor Dental: 1 photo changed for you to look at');
    expect(lastTo(reviewer.email).text).toContain('We changed something since you decided.');
    await staff
      .post(`/api/moments/${moment.id}/add-images`)
      .attach('images', await jpeg(), 'new.jpg')
      .expect(201);
    await send(moment.id);
    expect(lastTo(reviewer.email).subject).toBe('Harbor Dental: 2 photos for you to decide');
  });

  it('does not mail about what came back as it was rejected, until it is changed or answered', async () => {
    const { moment, images, reviewer } = await rejected();
    await sendBack(images[0]!);
    expect(await roundsOf(moment.id)).toEqual([]);
    await staff.put(`/api/images/${images[0]!.id}/reply`).send({ reply: 'It was shot at night.' }).expect(200);
    await send(moment.id);
    expect(lastTo(reviewer.email).subject).toBe('Harbor Dental: we answered you on 1 photo');
    expect(lastTo(reviewer.email).text).not.toContain('We changed');
    expect(lastTo(reviewer.email).text).toMatch(/Answered:\n> Too dark\nOur answer: It was shot at night\./u);
    await edit(images[0]!);
    await send(moment.id);
    expect(lastTo(reviewer.email).subject).toBe('Harbor Dental: 1 photo changed for you to look at');
    expect(lastTo(reviewer.email).text).toMatch(/In daylight · Changed:\n> Too dark/u);
    // Another word in the answer is no news.
    await staff.put(`/api/images/${images[0]!.id}/reply`).send({ reply: 'It was shot at dusk.' }).expect(200);
    expect((await roundsOf(moment.id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('the mail says what was changed and what was answered, each with the client’s words', async () => {
    const { moment, images, reviewer } = await rejected();
    await resubmit(images[0]!);
    const { body } = await sendBack(images[1]!, { reply: 'We like it <so>.' });
    expect(body).toMatchObject({ status: 'pending', reply: 'We like it <so>.' });
    await send(moment.id);
    const { subject, text, html } = lastTo(reviewer.email);
    expect(subject).toBe('Harbor Dental: 2 photos for you to decide again');
    expect(text).toMatch(
      /In daylight · Changed:\n> Too dark\n\n.* · Answered:\n> Too dark\nOur answer: We like it <so>\./u,
    );
    expect(html).toContain('We like it &lt;so&gt;.');
    const undone = await staff.post(`/api/images/${images[1]!.id}/resubmit/undo`).expect(200);
    expect(undone.body).toMatchObject({ status: 'rejected', reply: 'We like it <so>.' });
  });

  it('drops the mail if the answer is taken back meanwhile', async () => {
    const { moment, images } = await rejected();
    await sendBack(images[0]!, { reply: 'Sorry.' });
    await staff.put(`/api/images/${images[0]!.id}/reply`).send({}).expect(200);
    expect(await send(moment.id)).toMatchObject([{ state: 'dropped', error: 'Nothing was changed or answered.' }]);
  });

  it('mails those who may decide by a link that opens, once each', async () => {
    const { clientId, moment, images, reviewer } = await rejected();
    const [looks, left, portal] = [
      await addReviewer(clientId),
      await addReviewer(clientId),
      await addReviewer(clientId),
    ];
    const silent = await addReviewer(clientId, { email: '' });
    await share(`moments/${moment.id}`, looks.id, { mayDecide: false });
    await share(`moments/${moment.id}`, silent.id);
    const { id } = await share(`moments/${moment.id}`, left.id);
    await staff.post(`/api/links/${id}/revoke`).expect(200);
    await share(`clients/${clientId}`, portal.id);
    await share(`clients/${clientId}`, reviewer.id);
    await resubmit(images[0]!);
    expect((await roundsOf(moment.id)).map(({ email }) => email)).toEqual([reviewer.email, portal.email].toSorted());
    await send(moment.id);
    expect(lastTo(portal.email).subject).toBe('Harbor Dental: 1 photo changed for you to look at');
  });

  it.each([
    ['decided', 'Everything is decided.'],
    ['taken back', 'Everything is decided.'],
    ['revoked', 'The link does not open any more.'],
    ['to look only', 'The reviewer may only look now.'],
    ['moved', 'It was moved to another client.'],
    ['shared again', 'It was shared again.'],
    ['stopped', 'The holder of this address has stopped these mails.'],
  ])('does not mail about what is %s meanwhile', async (what, why) => {
    const { moment, images, reviewer, link } = await rejected();
    await resubmit(images[0]!);
    if (what === 'decided') await decide(images[0]!, 'approve', link);
    if (what === 'taken back') await staff.post(`/api/images/${images[0]!.id}/resubmit/undo`).expect(200);
    if (what === 'revoked') await staff.post(`/api/links/${link.id}/revoke`).expect(200);
    if (what === 'to look only') await staff.patch(`/api/links/${link.id}`).send({ mayDecide: false }).expect(200);
    if (what === 'shared again') await share(`moments/${moment.id}`, reviewer.id);
    if (what === 'stopped')
      await app.db.query('UPDATE mail_recipients SET "stoppedAt" = now() WHERE "email" = $1', [reviewer.email]);
    if (what === 'moved')
      await staff
        .patch(`/api/moments/${moment.id}`)
        .send({ clientId: (await createClient(staff)).id })
        .expect(200);
    expect(await send(moment.id)).toMatchObject([{ state: 'dropped', error: why }]);
  });

  it('mails about sections as well, also about an approved one that is changed', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Harbor Dental' });
    const { id, publicLink } = await createSuggestedOptimization(staff, { clientId });
    const reviewer = await addReviewer(clientId);
    await share(`gmb-optimizations/${id}`, reviewer.id);
    await staff.patch(`/api/gmb-optimizations/${id}`).send({ descriptionSuggestion: 'A typo less.' }).expect(200);
    expect(await roundsOf(id)).toEqual([]);
    await app
      .visitor()
      .post(`/api/gmb-optimizations/public/${publicLink}/approve/description`)
      .send({ status: 'approved' })
      .expect(200);
    await staff.patch(`/api/gmb-optimizations/${id}`).send({ descriptionSuggestion: 'Another one.' }).expect(200);
    await send(id);
    expect(lastTo(reviewer.email).subject).toBe('Harbor Dental: 1 section changed for you to look at');
  });

  it('mails about a section that was answered and not changed', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Harbor Dental' });
    const { id, publicLink } = await createSuggestedOptimization(staff, { clientId });
    const reviewer = await addReviewer(clientId);
    await share(`gmb-optimizations/${id}`, reviewer.id);
    await app
      .visitor()
      .post(`/api/gmb-optimizations/public/${publicLink}/approve/description`)
      .send({ status: 'rejected', feedback: 'Too long' })
      .expect(200);
    const resubmitSection = (body: object) =>
      staff.post(`/api/gmb-optimizations/${id}/resubmit/description`).send(body);
    expect((await resubmitSection({}).expect(409)).body.code).toBe('NO_SUGGESTION');
    const { body } = await resubmitSection({ reply: 'Google allows 750.' }).expect(200);
    expect(body.sectionReplies.description).toBe('Google allows 750.');
    await send(id);
    const { subject, text } = lastTo(reviewer.email);
    expect(subject).toBe('Harbor Dental: we answered you on 1 section');
    expect(text).toMatch(/Description · Answered:\n> Too long\nOur answer: Google allows 750\./u);
  });
});
