import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, createMomentWithImages } from '../../test/factories.js';
import { startMailingApp, type MailingApp } from '../../test/mailing-app.js';
import type { SharingView } from '../contract/links.js';
import { LIMITS } from '../platform/limits/limits.js';

const { points } = LIMITS.staffMail;

describe('mails that staff send by hand', () => {
  let mailing: MailingApp;

  beforeAll(async () => {
    mailing = await startMailingApp();
  });
  afterAll(() => mailing.close());

  /** Sends as often as allowed, and expects the next one to be refused in words. */
  async function expectLimited(send: () => Promise<{ status: number; body: unknown; headers: object }>): Promise<void> {
    for (let count = 0; count < points; count += 1) expect((await send()).status).toBeLessThan(300);
    const { status, body, headers } = await send();
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('to this address') });
    expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) });
  }

  it('limits mails for each address: shared links and reminders together', async () => {
    const { staff, app } = mailing;
    const { id: clientId } = await createClient(staff);
    const { moment } = await createMomentWithImages(staff, 1, { clientId });
    const reviewer = async (email: string): Promise<string> =>
      (await staff.post(`/api/clients/${clientId}/reviewers`).send({ name: 'Maria', email }).expect(201)).body.id;
    const [maria, ben] = [await reviewer('maria@harbor.example'), await reviewer('ben@harbor.example')];
    const share = (reviewerId: string, more: object = {}) =>
      staff.post(`/api/moments/${moment.id}/links`).send({ reviewers: [{ reviewerId }], ...more });
    await expectLimited(() => share(maria));
    const { links } = (await share(ben).expect(200)).body as SharingView;
    const ofMaria = links.find((link) => link.reviewer.id === maria)!;
    await staff.post(`/api/links/${ofMaria.id}/reminder/send`).expect(429);
    await staff.post(`/api/links/${ofMaria.id}/revoke`).send({ mail: true }).expect(429);
    // Nothing was changed by what was refused, and nothing that sends no mail is limited.
    const mails = await app.db.query(`SELECT FROM mails WHERE "kind" = 'linkClosed'`);
    expect(mails).toEqual([]);
    await share(maria, { mail: false }).expect(200);
  });

  it('limits test mails and invitations', async () => {
    const { staff } = mailing;
    await expectLimited(() => staff.post('/api/mails/test'));
    const invite = (email: string) => staff.post('/api/invitations').send({ email });
    await expectLimited(() => invite('invited@example.com'));
    await invite('Invited@example.com').expect(429);
    const { body: invitations } = await staff.get('/api/invitations').expect(200);
    await staff.post(`/api/invitations/${invitations[0].id}/resend`).expect(429);
  });
});
