import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Agent, TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import {
  createClient,
  createMomentWithImages,
  createReviewLink,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { startMailingApp } from '../../test/mailing-app.js';
import type { TestSmtp } from '../../test/smtp-server.js';
import { SECTIONS } from '../contract/statuses.js';
import type { ImageView } from '../contract/images.js';

interface Reviewer {
  email: string;
  token: string;
}

describe('receipts', () => {
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

  const invite = async (path: string, clientId: string, name: string, language = 'en'): Promise<Reviewer> => {
    const email = `reviewer-${(number += 1)}@harbor.example`;
    const { reviewer, token } = await createReviewLink(staff, path, clientId, { name, email, remindAfterDays: [] });
    await staff.patch(`/api/reviewers/${reviewer.id}`).send({ language }).expect(200);
    return { email, token };
  };
  const as = ({ token }: Reviewer, path: string, body: object, status = 200) =>
    app.visitor().post(`/api/${path}`).set('Review-Link', token).send(body).expect(status);
  const approve = (by: Reviewer, { id }: ImageView) => as(by, `images/${id}/approve`, {});
  const reject = (by: Reviewer, { id }: ImageView) => as(by, `images/${id}/reject`, { feedback: 'The old number' });
  const receiptsTo = ({ email }: Reviewer): Promise<{ state: string; error: string }[]> =>
    app.db.query(
      `SELECT m."state", m."error" FROM mails m JOIN mail_recipients r ON r."id" = m."recipientId"
       WHERE m."kind" = 'receipt' AND r."email" = $1 ORDER BY m."createdAt"`,
      [email],
    );
  /** As if the time of quiet was over. */
  const send = async (to: Reviewer) => {
    await app.notify();
    await app.db.query(`UPDATE mails SET "dueAt" = now() WHERE "kind" = 'receipt' AND "state" = 'waiting'`);
    await eventually(async () => expect((await receiptsTo(to)).map(({ state }) => state)).not.toContain('waiting'));
    return smtp.mailsTo(to.email).at(-1)!;
  };

  it('a receipt says what each reviewer decided, once all is decided', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Harbor Dental' });
    const { moment, images } = await createMomentWithImages(staff, 3, { clientId });
    const path = `moments/${moment.id}`;
    const [maria, daniel, looker] = [
      await invite(path, clientId, 'Maria Lopez'),
      await invite(path, clientId, 'Daniel Cho'),
      await invite(path, clientId, 'Sam Kerr'),
    ];
    await approve(maria, images[0]!);
    await reject(daniel, images[1]!);
    await app.notify();
    expect([...(await receiptsTo(maria)), ...(await receiptsTo(daniel))]).toEqual([]);
    await approve(maria, images[2]!);
    const mail = await send(maria);
    expect(mail.subject).toBe('Harbor Dental: your decisions are saved');
    expect(mail.text).toContain('Approved: 2');
    expect(mail.text).not.toContain('The old number');
    expect((await send(daniel)).text).toContain('The old number');
    expect(await receiptsTo(looker)).toEqual([]);
  });

  it('sends one receipt in a round, and another in the next one', async () => {
    const { id: clientId } = await createClient(staff);
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId });
    const maria = await invite(`moments/${moment.id}`, clientId, 'Maria Lopez');
    await reject(maria, images[0]!);
    await as(maria, `public/${moment.id}/done`, {}, 204);
    expect((await send(maria)).text).toContain('Still open: 1');
    await approve(maria, images[1]!);
    await app.notify();
    expect(await receiptsTo(maria)).toHaveLength(1);
    await staff.post(`/api/images/${images[0]!.id}/resubmit`).expect(200);
    await approve(maria, images[0]!);
    expect((await send(maria)).text).toContain('Approved: 2');
    expect(await receiptsTo(maria)).toHaveLength(2);
  });

  it('sends the next round’s receipt only to those who decided in it', async () => {
    const { id: clientId } = await createClient(staff);
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId });
    const path = `moments/${moment.id}`;
    const [maria, daniel] = [await invite(path, clientId, 'Maria Lopez'), await invite(path, clientId, 'Daniel Cho')];
    await approve(maria, images[0]!);
    await reject(maria, images[1]!);
    await send(maria);
    await staff.post(`/api/images/${images[1]!.id}/resubmit`).expect(200);
    await approve(daniel, images[1]!);
    expect((await send(daniel)).text).toContain('Approved: 1');
    expect(await receiptsTo(maria)).toHaveLength(1);
  });

  it('sends no receipt where the last decision was taken back meanwhile, but after the next one', async () => {
    const { id: clientId } = await createClient(staff);
    const { moment, images } = await createMomentWithImages(staff, 2, { clientId });
    const maria = await invite(`moments/${moment.id}`, clientId, 'Maria Lopez');
    for (const image of images) await approve(maria, image);
    await app.notify();
    await as(maria, `images/${images[1]!.id}/decision/undo`, {});
    await send(maria);
    expect(await receiptsTo(maria)).toEqual([{ state: 'dropped', error: 'The decisions are not complete any more.' }]);
    await reject(maria, images[1]!);
    expect((await send(maria)).text).toContain('The old number');
  });

  it('sends receipts about sections as well', async () => {
    const { id: clientId } = await createClient(staff);
    const { id } = await createSuggestedOptimization(staff, { clientId });
    const maria = await invite(`gmb-optimizations/${id}`, clientId, 'Maria Lopez', 'de');
    for (const section of SECTIONS) {
      const body = section === 'faqs' ? { status: 'rejected', feedback: 'Too long' } : { status: 'approved' };
      await as(maria, `gmb-optimizations/public/${id}/approve/${section}`, body);
    }
    const { text } = await send(maria);
    expect(text).toContain('Freigegeben: 4 · Zu ändern: 1');
    expect(text).toMatch(/Häufige Fragen:\n> Too long/u);
  });
});
