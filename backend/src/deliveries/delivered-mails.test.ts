import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createDatabase } from '../../test/database.js';
import { createApproved, deliver, download } from '../../test/deliveries.js';
import { eventually } from '../../test/eventually.js';
import { createClient } from '../../test/factories.js';
import { startSmtp, type TestSmtp } from '../../test/smtp-server.js';
import type { DeliverableView } from '../contract/deliveries.js';
import type { ImageView } from '../contract/images.js';
import type { PortalItem, SharingView } from '../contract/links.js';
import type { DeliveredPhotoView } from '../contract/review.js';

interface Reviewer {
  id: string;
  email: string;
}
interface Link {
  id: string;
  token: string;
}

describe('what was delivered', () => {
  let app: TestApp;
  let other: TestApp;
  let staff: Agent;
  let smtp: TestSmtp;
  let number = 0;

  beforeAll(async () => {
    const [started, database] = await Promise.all([startSmtp(), createDatabase()]);
    smtp = started;
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'review@example.com' };
    app = await startApp(env, database);
    other = await startApp({ ...env, DATA_DIR: app.dataDir }, { ...database, drop: async () => undefined });
    staff = await app.staff();
    await app.startWorker();
  });
  afterAll(async () => {
    await other.close();
    await app.close();
    await smtp.close();
  });

  const addReviewer = async (clientId: string, name = 'Maria Lopez'): Promise<Reviewer> => {
    const email = `reader-${(number += 1)}@harbor.example`;
    const { body } = await staff.post(`/api/clients/${clientId}/reviewers`).send({ name, email }).expect(201);
    return { id: (body as { id: string }).id, email };
  };
  /** Gives a reviewer a link, without a mail. */
  const share = async (path: string, { id: reviewerId }: Reviewer, options: object = {}): Promise<Link> => {
    const body = { reviewers: [{ reviewerId, ...options }], mail: false };
    const { links } = (await staff.post(`/api/${path}/links`).send(body).expect(200)).body as SharingView;
    const { id, address } = links.find(({ reviewer }) => reviewer.id === reviewerId)!;
    return { id, token: address!.split('/r/')[1]! };
  };
  const as = (token: string, path: string, body: object) =>
    app.visitor().post(`/api/${path}`).set('Review-Link', token).send(body).expect(200);
  const deliveredBy = async (token: string, momentId: string) => {
    const call = app.visitor().get(`/api/public/${momentId}/delivered`).set('Review-Link', token);
    return (await call.expect(200)).body as DeliveredPhotoView[];
  };
  const mailsTo = ({ email }: Reviewer): Promise<{ state: string; error: string }[]> =>
    app.db.query(
      `SELECT m."state", m."error" FROM mails m JOIN mail_recipients r ON r."id" = m."recipientId"
       WHERE m."kind" = 'delivered' AND r."email" = $1 ORDER BY m."createdAt"`,
      [email],
    );
  /** As if the time of quiet was over. @returns the last mail that arrived */
  const sent = async (to: Reviewer) => {
    await app.db.query(`UPDATE mails SET "dueAt" = now() WHERE "kind" = 'delivered' AND "state" = 'waiting'`);
    await eventually(async () => expect((await mailsTo(to)).map(({ state }) => state)).not.toContain('waiting'));
    return smtp.mailsTo(to.email).at(-1);
  };
  const edit = (image: ImageView, title: string) => staff.patch(`/api/images/${image.id}`).send({ title }).expect(200);

  it('is one mail to each reviewer, about what their links open', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Harbor Dental' });
    const autumn = await createApproved(staff, [{}, {}], { clientId, title: 'Autumn' });
    const winter = await createApproved(staff, [{ texts: { title: 'Snow' } }], { clientId, title: 'Winter' });
    const [both, all, one, none, expired] = [
      await addReviewer(clientId),
      await addReviewer(clientId, 'Daniel Cho'),
      await addReviewer(clientId, 'Sam Kerr'),
      await addReviewer(clientId, 'Rita Moss'),
      await addReviewer(clientId, 'Tom Ito'),
    ];
    const toAutumn = await share(`moments/${autumn.momentId}`, both);
    const toWinter = await share(`moments/${winter.momentId}`, both);
    const toAll = await share(`clients/${clientId}`, all);
    await share(`moments/${autumn.momentId}`, one, { mayDecide: false });
    await share(`moments/${autumn.momentId}`, expired, { expiresAt: '2020-01-01T00:00:00Z' });
    const listed = await staff.get(`/api/clients/${clientId}/deliverables`).expect(200);
    const photos = (listed.body as DeliverableView[]).map(({ imageId }) => ({ imageId }));
    const made = await staff.post('/api/deliveries').send({ photos }).expect(201);
    await download(staff, (made.body as { id: string }).id);
    expect([await mailsTo(none), await mailsTo(expired)]).toEqual([[], []]);
    const mail = (await sent(both))!;
    expect(mail.subject).toBe('Harbor Dental: 3 photos delivered');
    expect(mail.text).toContain(`/r/${toAutumn.token}/delivered`);
    expect(mail.text).toContain(`/r/${toWinter.token}/delivered`);
    const list = (await sent(all))!.text;
    expect(list).toContain(`See what was delivered:\nhttp://127.0.0.1`);
    expect(list).toMatch(new RegExp(`/r/${toAll.token}\\n`, 'u'));
    expect(list).toContain(`/r/${toAll.token}/moments/${winter.momentId}/delivered`);
    const onlyAutumn = (await sent(one))!;
    expect(onlyAutumn.subject).toBe('Harbor Dental: 2 photos delivered');
    expect(onlyAutumn.text).not.toMatch(/Winter|Snow/u);
    for (const to of [both, all, one]) expect(smtp.mailsTo(to.email)).toHaveLength(1);
    const view = await app.visitor().get('/api/review-link').set('Review-Link', toAll.token).expect(200);
    const items = (view.body as { items: PortalItem[] }).items;
    expect(items.map(({ deliveredAt }) => deliveredAt)).toEqual([expect.any(String), expect.any(String)]);
  });

  it('is mailed once, however often it is delivered and in which process, and then what is new', async () => {
    const { id: clientId } = await createClient(staff);
    const { momentId, images } = await createApproved(staff, [{}, {}], { clientId });
    const maria = await addReviewer(clientId);
    await share(`moments/${momentId}`, maria);
    const account = { email: 'grace@example.com', password: 'another long password', name: 'Grace' };
    await staff.post('/api/register').send(account).expect(201);
    const colleague = other.visitor();
    const { email, password } = account;
    await colleague.post('/api/login').send({ email, password }).expect(200);
    const [first, second] = [await deliver(staff, momentId), await deliver(colleague, momentId)];
    await Promise.all([download(staff, first.id), download(colleague, second.id)]);
    expect((await sent(maria))!.text).not.toContain('New since');
    await download(staff, first.id);
    expect(await mailsTo(maria)).toEqual([{ state: 'sent', error: '' }]);
    await edit(images[1]!, 'Roses');
    await staff.post(`/api/images/${images[1]!.id}/approve`).expect(200);
    await download(staff, (await deliver(staff, momentId)).id);
    const mail = (await sent(maria))!;
    expect(mail.subject).toContain('1 photo delivered');
    expect(mail.text).toContain('New since the last delivery. Delivered before: 1');
    expect(await mailsTo(maria)).toHaveLength(2);
  });

  it('is one mail with what was delivered within minutes', async () => {
    const { id: clientId } = await createClient(staff);
    const maria = await addReviewer(clientId);
    await share(`clients/${clientId}`, maria);
    for (const title of ['Autumn', 'Winter']) {
      const { momentId } = await createApproved(staff, [{}], { clientId, title });
      await download(staff, (await deliver(staff, momentId)).id);
    }
    expect((await sent(maria))!.subject).toContain('2 photos delivered');
    expect(await mailsTo(maria)).toHaveLength(1);
  });

  it('is not mailed where the link was revoked, or it was changed since', async () => {
    const { id: clientId } = await createClient(staff);
    const { momentId, images } = await createApproved(staff, [{}], { clientId });
    const [maria, daniel] = [await addReviewer(clientId), await addReviewer(clientId, 'Daniel Cho')];
    const link = await share(`moments/${momentId}`, maria);
    await download(staff, (await deliver(staff, momentId)).id);
    await staff.post(`/api/links/${link.id}/revoke`).send({}).expect(200);
    expect(await sent(maria)).toBeUndefined();
    expect(await mailsTo(maria)).toEqual([{ state: 'dropped', error: 'No link of the reviewer opens it any more.' }]);
    await share(`moments/${momentId}`, daniel);
    for (const title of ['Roses', 'Peonies']) {
      await edit(images[0]!, title);
      await staff.post(`/api/images/${images[0]!.id}/approve`).expect(200);
      if (title === 'Roses') await download(staff, (await deliver(staff, momentId)).id);
    }
    expect(await sent(daniel)).toBeUndefined();
    expect(await mailsTo(daniel)).toEqual([
      { state: 'dropped', error: 'What was delivered was changed or removed since.' },
    ]);
  });

  it('stands on the reviewer’s page before and after, with who approved it and when', async () => {
    const { id: clientId } = await createClient(staff);
    const { momentId, images } = await createApproved(staff, [{}, {}, {}], { clientId });
    const maria = await addReviewer(clientId);
    const { token } = await share(`moments/${momentId}`, maria);
    expect(await deliveredBy(token, momentId)).toEqual([]);
    const [rejected, edited] = images as [ImageView, ImageView];
    await edit(rejected, 'Tulips, dark');
    await as(token, `images/${rejected.id}/reject`, { feedback: 'Too dark' });
    await edit(rejected, 'Tulips in daylight');
    await staff.post(`/api/images/${rejected.id}/resubmit`).expect(200);
    await as(token, `images/${rejected.id}/approve`, {});
    await edit(edited, 'Roses');
    await as(token, `images/${edited.id}/approve`, {});
    await download(staff, (await deliver(staff, momentId)).id);
    const at = expect.any(String);
    const before = { title: 'Tulips in the window', feedback: '' };
    expect(await deliveredBy(token, momentId)).toMatchObject([
      {
        number: 1,
        title: 'Tulips in daylight',
        approvedBy: 'Maria Lopez',
        approvedAt: at,
        deliveredAt: at,
        before: { title: 'Tulips, dark', feedback: 'Too dark' },
      },
      { number: 2, title: 'Roses', approvedBy: 'Maria Lopez', before },
      // Staff approved it; visitors read no names of theirs.
      { number: 3, approvedBy: null, before: null },
    ]);
    const mail = (await sent(maria))!;
    expect(mail.text).toContain('Changed as you asked: 1\n');
    expect(mail.text).toMatch(/Tulips in daylight:\n> Too dark/u);
    await edit(edited, 'Peonies');
    expect((await deliveredBy(token, momentId)).map(({ number: place }) => place)).toEqual([1, 3]);
    const moment = await app.visitor().get(`/api/public/${momentId}`).set('Review-Link', token).expect(200);
    expect(moment.body).toMatchObject({ moment: { deliveredAt: at } });
  });
});
