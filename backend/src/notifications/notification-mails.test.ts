import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, STAFF_EMAIL, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient, createMomentWithImages } from '../../test/factories.js';
import { startSmtp, type TestSmtp } from '../../test/smtp-server.js';

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

  /** As if nothing had happened for five minutes. */
  const goQuiet = async (): Promise<void> => {
    await app.notify();
    await app.db.query(`UPDATE notifications SET "at" = now() - interval '6 minutes'`);
  };
  const decide = async (id: string, feedback?: string) =>
    app
      .visitor()
      .post(`/api/images/${id}/${feedback ? 'reject' : 'approve'}`)
      .send(feedback ? { feedback } : {})
      .expect(200);

  it('say what one sitting decided in one mail, with the client’s words and the way there', async () => {
    const client = await createClient(staff, { business: 'Harbor Dental' });
    const { moment, images } = await createMomentWithImages(staff, 3, { clientId: client.id, title: 'Spring photos' });
    await decide(images[0]!.id);
    await decide(images[1]!.id, 'These pots were thrown out');
    await goQuiet();
    const [mail] = await mails(1);
    expect(mail!.text).toContain('Spring photos');
    expect(mail!.text).toContain('These pots were thrown out');
    expect(mail!.text).toContain(`https://admin.example.com/moments/${moment.id}`);
    // What comes later is another one.
    await decide(images[2]!.id);
    await goQuiet();
    await mails(2);
  });

  it('come at once when the reviewer is done, with the note', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await decide(images[0]!.id);
    await app.visitor().post(`/api/public/${moment.id}/done`).send({ note: 'Publish on Monday' }).expect(204);
    const [mail] = await mails(1);
    expect(mail!.text).toContain('Publish on Monday');
  });

  it('do not repeat what was read in the bell', async () => {
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
});
