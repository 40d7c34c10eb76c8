import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { STAFF_EMAIL, type Agent, type TestApp } from '../../test/app.js';
import { createDatabase, type TestDatabase } from '../../test/database.js';
import { download } from '../../test/deliveries.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, jpeg } from '../../test/factories.js';
import { startFakeDns, type FakeDns } from '../../test/fake-dns.js';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../../test/smtp-server.js';
import { startSystem, type System } from '../../test/system.js';
import { MAIL_KIND_NAMES } from '../contract/mail-kinds.js';
import { RechecksSweep } from '../domains/rechecks.sweep.js';

/** What is on every record of one agency and its client, and on no record of the other. */
const MARKS = ['quokka', 'numbat'] as const;
type Mark = (typeof MARKS)[number];
const IP = '198.51.100.7';
const PASSWORD = 'another long password';
/** Who gets the mails that are about no client. */
const INVITED = 'invited@example.com';

describe('mails', () => {
  let database: TestDatabase;
  let system: System;
  let app: TestApp;
  let staff: Agent;
  let smtp: TestSmtp;
  let dns: FakeDns;
  let worker: INestApplicationContext;

  beforeAll(async () => {
    [smtp, dns, database] = await Promise.all([startSmtp(), startFakeDns(), createDatabase()]);
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'review@example.com' };
    system = await startSystem('PostgreSQL', { ...mail, SERVER_IP: IP, DNS_SERVERS: dns.address }, database);
    ({ app, staff } = system);
    // The digest leaves at nine: it is past that in the zone of the database.
    await app.db.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone TO %L', current_database(), '${noonZone()}'); END $$`,
    );
    worker = await app.startWorker();
  });
  afterAll(async () => {
    await system.close();
    await Promise.all([smtp.close(), dns.close()]);
  });

  it('mails of every kind name nothing of another client or agency', async () => {
    await register('daily');
    for (const mark of MARKS) await tell(mark);
    await staff.post('/api/invitations').send({ email: INVITED }).expect(201);
    await app.visitor().post('/api/password-resets').send({ email: daily.email }).expect(204);
    const kinds = await eventually(async () => {
      await makeDue();
      const rows: { kind: string; state: string }[] = await app.db.query('SELECT "kind", "state" FROM mails');
      const sent = new Set(rows.filter(({ state }) => state === 'sent').map(({ kind }) => kind));
      expect([...sent].toSorted()).toEqual(MAIL_KIND_NAMES.toSorted());
      return sent;
    }, 60_000);
    expect(kinds.size).toBeGreaterThan(0);
    for (const mark of MARKS) {
      const [other] = MARKS.filter((one) => one !== mark);
      const ofMark = smtp.mails.filter((mail) => mentions(mail, mark));
      expect(ofMark.length).toBeGreaterThan(5);
      for (const mail of ofMark) expect([mail.subject, mentions(mail, other!)]).toEqual([mail.subject, false]);
    }
    const ofNone = smtp.mails.filter((mail) => !MARKS.some((mark) => mentions(mail, mark)));
    expect(ofNone.flatMap(({ recipients }) => recipients).toSorted()).toEqual([daily.email, INVITED].toSorted());
    expect(smtp.mails.some(({ recipients }) => recipients.includes(STAFF_EMAIL))).toBe(true);
  });

  /** A zone in which it is between noon and one. */
  function noonZone(): string {
    const hours = 12 - new Date().getUTCHours();
    return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  }

  const daily = { email: 'daily-digest@example.com', password: PASSWORD, name: 'Grace' };
  /** Somebody who gets a digest alone, of what is about the first client. */
  async function register(notify: string): Promise<void> {
    await staff.post('/api/register').send(daily).expect(201);
    await (
      await signedIn()
    )
      .patch('/api/user/notifications')
      .send({ notify, about: 'followed', followedAtOnce: false })
      .expect(200);
  }
  async function signedIn(): Promise<Agent> {
    const agent = app.visitor();
    await agent.post('/api/login').send({ email: daily.email, password: PASSWORD }).expect(200);
    return agent;
  }

  /** All that causes mails, about the client and the agency of one mark. */
  async function tell(mark: Mark): Promise<void> {
    const domain = `review.${mark}.example`;
    const agency = await createAgency(staff, {
      name: `Agency ${mark}`,
      customDomain: domain,
      replyTo: `hello@${mark}.example`,
      postalAddress: `1 ${mark} Street`,
    });
    const { id: clientId } = await createClient(staff, { business: `Client ${mark}`, agencyId: agency.id });
    if (mark === MARKS[0]) await (await signedIn()).post(`/api/clients/${clientId}/follow`).expect(204);
    const { body: moment } = await staff
      .post('/api/moments')
      .send({ title: `Moment ${mark}`, clientId })
      .expect(201);
    const upload = (name: string) =>
      jpeg().then((file) =>
        staff.post(`/api/moments/${moment.id}/add-images`).attach('images', file, name).expect(201),
      );
    await upload(`${mark}-1.jpg`);
    await upload(`${mark}-2.jpg`);
    const { body: images } = await staff.get(`/api/moments/${moment.id}/images`).expect(200);
    const fields = { name: `Maria ${mark}`, email: `maria@${mark}.example` };
    const { body: reviewer } = await staff.post(`/api/clients/${clientId}/reviewers`).send(fields).expect(201);
    const shared = await staff
      .post(`/api/moments/${moment.id}/links`)
      .send({ reviewers: [{ reviewerId: reviewer.id }], message: `Hello ${mark}` })
      .expect(200);
    const [link] = shared.body.links;
    await staff.post(`/api/links/${link.id}/reminder/send`).expect(200);
    await sentTo(fields.email, 2);
    const as = (path: string, body: object, status = 200) =>
      app.visitor().post(`/api/${path}`).set('Review-Link', link.address.split('/r/')[1]).send(body).expect(status);
    await as(`images/${images[0].id}/approve`, {});
    await as(`images/${images[1].id}/reject`, { feedback: `Words of ${mark}` });
    await app.notify();
    await app.db.query(`UPDATE notifications SET "at" = now() - interval '6 minutes' WHERE "readAt" IS NULL`);
    // Mailed as decisions, before the reviewer is done with them.
    await eventually(() => expect(smtp.mailsTo(STAFF_EMAIL).some((mail) => mentions(mail, mark))).toBe(true));
    await as(`public/${moment.id}/done`, { note: `Note of ${mark}` }, 204);
    await app.notify();
    await app.db.query(`UPDATE notifications SET "at" = now() - interval '2 days' WHERE "kind" = 'done'`);
    await makeDue();
    await sentTo(fields.email, 3);
    const { body: delivery } = await staff
      .post('/api/deliveries')
      .send({ photos: [{ imageId: images[0].id }] })
      .expect(201);
    await download(staff, delivery.id);
    await makeDue();
    await sentTo(fields.email, 4);
    await staff.post(`/api/images/${images[1].id}/resubmit`).send({ reply: 'It was night.' }).expect(200);
    await makeDue();
    await sentTo(fields.email, 5);
    await staff.post(`/api/links/${link.id}/revoke`).send({ mail: true }).expect(200);
    await sentTo(fields.email, 6);
    system.ai.always({ status: 401, message: 'Incorrect API key provided' });
    await staff.post(`/api/moments/${moment.id}/generate-captions`).expect(202);
    await eventually(async () => {
      const failed = await app.db.query(`SELECT FROM notifications WHERE "kind" = 'failed' AND "reviewId" = $1`, [
        moment.id,
      ]);
      expect(failed).not.toEqual([]);
    });
    await app.db.query(`UPDATE notifications SET "at" = now() - interval '6 minutes' WHERE "kind" = 'failed'`);
    await lose(agency.id, domain);
  }

  /** The domain of an agency leads here, and elsewhere at the next two checks. */
  async function lose(agencyId: string, domain: string): Promise<void> {
    dns.on(domain, { A: [IP] });
    await staff.post(`/api/agencies/${agencyId}/verify-domain`).expect(200);
    dns.on(domain, { A: ['203.0.113.9'] });
    for (let round = 0; round < 2; round += 1) {
      await app.db.query(`UPDATE agencies SET "domainDueAt" = now() - interval '1 minute' WHERE "id" = $1`, [agencyId]);
      await worker.get(RechecksSweep, { strict: false }).sweep();
    }
  }

  const makeDue = () =>
    app.db.query(`UPDATE mails SET "dueAt" = now() WHERE "kind" <> 'reminder' AND "state" = 'waiting'`);
  const sentTo = (email: string, count: number) =>
    eventually(() => expect(smtp.mailsTo(email).map(({ subject }) => subject)).toHaveLength(count));

  /** Whether any part of a mail holds a text: headers, both forms, and names of its pictures. */
  function mentions(mail: ReceivedMail, text: string): boolean {
    const { subject, html, text: plain, headers, attachments, recipients, source } = mail;
    const names = attachments.map(({ filename, contentId }) => [filename, contentId]);
    return JSON.stringify([subject, html, plain, headers, names, recipients, source]).toLowerCase().includes(text);
  }
});
