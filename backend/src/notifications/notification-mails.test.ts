import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, STAFF_EMAIL, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import {
  createClient,
  createMomentWithImages,
  createReviewer,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { tokenIn } from '../../test/review-links.js';
import { startSmtp, type TestSmtp } from '../../test/smtp-server.js';
import type { SharingView } from '../contract/links.js';

describe('mails to staff', () => {
  let app: TestApp;
  let staff: Agent;
  let smtp: TestSmtp;

  beforeAll(async () => {
    smtp = await startSmtp();
    app = await startApp({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'review@example.com',
      PUBLIC_URL: 'https://admin.example.com',
    });
    staff = await app.staff();
    await app.startWorker();
  });
  afterEach(() => smtp.reset());
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const mails = (count: number) =>
    eventually(() => {
      expect(smtp.mailsTo(STAFF_EMAIL)).toHaveLength(count);
      return smtp.mailsTo(STAFF_EMAIL);
    });

  /** As if nothing had happened for so many minutes. */
  const goQuiet = async (minutes = 6): Promise<void> => {
    await app.notify();
    await app.db.query(`UPDATE notifications SET "at" = now() - $1 * interval '1 minute'`, [minutes]);
  };
  /** Waits until what is due was mailed, which another mail shows. */
  const onlyMails = async (count: number) => {
    const { images } = await createMomentWithImages(staff, 1, { title: 'Marker' });
    await decide(images[0]!.id);
    await goQuiet();
    const all = await mails(count + 1);
    expect(all.filter(({ text = '' }) => text.includes('Marker'))).toHaveLength(1);
    return all.filter(({ text = '' }) => !text.includes('Marker'));
  };
  const done = (momentId: string, note = '', token?: string) =>
    app
      .visitor()
      .post(`/api/public/${momentId}/done`)
      .set(token ? { 'Review-Link': token } : {})
      .send({ note })
      .expect(204);
  const decide = async (id: string, feedback?: string, token?: string) =>
    app
      .visitor()
      .post(`/api/images/${id}/${feedback ? 'reject' : 'approve'}`)
      .set(token ? { 'Review-Link': token } : {})
      .send(feedback ? { feedback } : {})
      .expect(200);

  it('one mail says what one sitting decided, with the client’s words and a link', async () => {
    const client = await createClient(staff, { business: 'Harbor Dental' });
    const { moment, images } = await createMomentWithImages(staff, 3, { clientId: client.id, title: 'Spring photos' });
    await decide(images[0]!.id);
    await decide(images[1]!.id, 'These pots were thrown out');
    await goQuiet(61);
    const [mail] = await mails(1);
    expect(mail!.text).toContain('Spring photos');
    expect(mail!.text).toContain('These pots were thrown out');
    expect(mail!.text).toContain(`https://admin.example.com/moments/${moment.id}`);
    // What comes later is another one.
    await decide(images[2]!.id);
    await goQuiet();
    await mails(2);
  });

  it('a mail names sections as the pages do', async () => {
    const { publicLink } = await createSuggestedOptimization(staff);
    const path = `/api/gmb-optimizations/public/${publicLink}`;
    const decision = { status: 'rejected', feedback: 'Not as far as that' };
    await app.visitor().post(`${path}/approve/serviceAreas`).send(decision).expect(200);
    await app.visitor().post(`${path}/done`).expect(204);
    await app.notify();
    const [mail] = await mails(1);
    expect(mail!.text).toContain('Service Areas:\n> Not as far as that');
  });

  it('mails at once when the reviewer is done, with the note', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await decide(images[0]!.id);
    await app.visitor().post(`/api/public/${moment.id}/done`).send({ note: 'Publish on Monday' }).expect(204);
    const [mail] = await mails(1);
    expect(mail!.text).toContain('Publish on Monday');
  });

  it('does not mail what was read in the bell', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    await decide(images[0]!.id);
    await app.notify();
    await staff.post('/api/notifications/read-all').expect(204);
    await goQuiet();
    const { images: others } = await createMomentWithImages(staff, 1, { title: 'Another' });
    await decide(others[0]!.id);
    await goQuiet();
    const [mail] = await mails(1);
    expect(mail!.text).toContain('Another');
  });

  describe('about a round', () => {
    /** A moment shared with two reviewers, with the tokens of their links. */
    const shared = async (photos: number) => {
      const { id: clientId } = await createClient(staff, { business: 'Harbor Dental' });
      const { moment, images } = await createMomentWithImages(staff, photos, { clientId, title: 'Spring' });
      const reviewers = [
        await createReviewer(staff, clientId, { name: 'Maria Lopez' }),
        await createReviewer(staff, clientId, { name: 'Daniel Cho' }),
      ];
      const body = { reviewers: reviewers.map(({ id: reviewerId }) => ({ reviewerId })) };
      const { links } = (await staff.post(`/api/moments/${moment.id}/links`).send(body).expect(200))
        .body as SharingView;
      const tokenOf = (name: string) => tokenIn(links.find(({ reviewer }) => reviewer.name === name)!);
      return { momentId: moment.id, images, maria: tokenOf('Maria Lopez'), daniel: tokenOf('Daniel Cho') };
    };
    const putBack = async (id: string) => {
      await staff.patch(`/api/images/${id}`).send({ title: 'In daylight' }).expect(200);
      await staff.post(`/api/images/${id}/resubmit`).expect(200);
    };

    it('sends one mail for each round, with its own note and those who decided in it', async () => {
      const { momentId, images, maria, daniel } = await shared(3);
      await app.visitor().post(`/api/public/${momentId}/opened`).set('Review-Link', daniel).expect(204);
      await decide(images[0]!.id, undefined, maria);
      for (const { id } of images.slice(1)) await decide(id, 'Too dark', maria);
      await done(momentId, 'First note', maria);
      const [first] = await mails(1);
      expect(first!.subject).toBe('Harbor Dental: Maria Lopez is done with Spring');
      expect(first!.text).toContain('Approved: 1 · To be changed: 2');
      for (const { id } of images.slice(1)) await putBack(id);
      await app.visitor().post(`/api/public/${momentId}/opened`).set('Review-Link', maria).expect(204);
      await decide(images[1]!.id, undefined, daniel);
      // Nothing leaves before it is pressed, though the bell still has the first note unread.
      expect(await onlyMails(1)).toHaveLength(1);
      smtp.reset();
      await done(momentId, 'Second note', daniel);
      const [second] = await mails(1);
      expect(second!.subject).toBe('Harbor Dental: Daniel Cho is done with Spring');
      expect(second!.text).toContain('Note: Second note');
      expect(second!.text).not.toContain('First note');
      expect(second!.text).toContain('Approved: 1 · Still open: 1\n');
      expect(await onlyMails(1)).toHaveLength(1);
    });

    it('the mail about a round says all of it, whatever was read in the bell meanwhile', async () => {
      const { momentId, images, maria } = await shared(3);
      await decide(images[0]!.id, 'Too dark', maria);
      await app.notify();
      await staff.post('/api/notifications/read-all').expect(204);
      await decide(images[1]!.id, undefined, maria);
      await done(momentId, '', maria);
      const [mail] = await mails(1);
      expect(mail!.text).toContain('Approved: 1 · To be changed: 1 · Still open: 1');
    });

    it('mails when everything is decided, and mails a note that comes later alone', async () => {
      const { momentId, images, maria } = await shared(1);
      await decide(images[0]!.id, undefined, maria);
      await goQuiet();
      const [first] = await mails(1);
      expect(first!.subject).toBe('Harbor Dental: Maria Lopez decided on 1 photo');
      await done(momentId, 'Publish on Monday', maria);
      const [, second] = await mails(2);
      expect(second!.text).toContain('Note: Publish on Monday');
      expect(second!.text).not.toContain('Approved');
    });

    it('does not mail again for a reviewer who is done and says nothing', async () => {
      const { momentId, images, maria } = await shared(2);
      await decide(images[0]!.id, undefined, maria);
      await decide(images[1]!.id, undefined, maria);
      await goQuiet();
      await mails(1);
      await done(momentId, '', maria);
      expect(await onlyMails(1)).toHaveLength(1);
    });

    it('does not mail again when more is decided after the reviewer was done', async () => {
      const { momentId, images, maria } = await shared(2);
      await decide(images[0]!.id, undefined, maria);
      await done(momentId, 'The rest tomorrow', maria);
      await mails(1);
      await decide(images[1]!.id, undefined, maria);
      expect(await onlyMails(1)).toHaveLength(1);
    });

    it('leaves out of the mail what was decided on photos that were removed', async () => {
      const { momentId, images, maria } = await shared(3);
      await decide(images[0]!.id, 'Too dark', maria);
      await app.notify();
      await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
      for (const { id } of images.slice(1)) await decide(id, undefined, maria);
      await done(momentId, '', maria);
      const [mail] = await mails(1);
      expect(mail!.text).toContain('Approved: 2\n');
      expect(mail!.text).not.toContain('To be changed');
    });
  });

  it('new colleagues get one mail a day, and mails at once about clients that they follow', async () => {
    const email = 'grace@example.com';
    await staff.post('/api/register').send({ email, password: 'another long password' }).expect(201);
    const grace = app.visitor();
    await grace.post('/api/login').send({ email, password: 'another long password' }).expect(200);
    expect((await grace.get('/api/user/notifications').expect(200)).body).toMatchObject({
      notify: 'daily',
      followedAtOnce: true,
    });
    const followed = await createClient(staff, { business: 'Followed' });
    await grace.post(`/api/clients/${followed.id}/follow`).expect(204);
    const other = await createClient(staff, { business: 'Other' });
    for (const { id: clientId } of [other, followed]) {
      const { moment, images } = await createMomentWithImages(staff, 1, { clientId });
      await decide(images[0]!.id);
      await done(moment.id);
    }
    await mails(2);
    await eventually(() => expect(smtp.mailsTo(email)).toHaveLength(1));
    expect(smtp.mailsTo(email)[0]!.subject).toContain('Followed');
  });
});
