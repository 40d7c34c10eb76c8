import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '../../test/eventually.js';
import { startMailingApp, type MailingApp } from '../../test/mailing-app.js';
import { Outbox } from './outbox.js';
import { Mail } from './mail.entity.js';

/** A table that refuses some changes of a row, as a full disk or a constraint of the operator does. */
const REFUSE = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'This cannot be saved.'; END $$;
  CREATE TRIGGER refuse BEFORE UPDATE OF "state" ON mails FOR EACH ROW EXECUTE FUNCTION refuse()`;

describe('a mail of which nothing can be saved after it was sent', () => {
  let mailing: MailingApp;
  let outbox: Outbox;

  beforeAll(async () => {
    mailing = await startMailingApp();
    Logger.overrideLogger(false);
    outbox = (await mailing.app.startWorker({ givenFacts: true })).get(Outbox, { strict: false });
  });
  afterAll(() => mailing.close());

  const mailOf = (id: string) => mailing.app.db.manager.findOneByOrFail(Mail, { id });

  it('counts attempts of a mail that cannot be saved after sending, puts it off longer each time, and gives up', async () => {
    const { app, smtp } = mailing;
    const to = 'maria@harbor.example';
    const facts = {
      brand: { name: 'North Star Local', primaryColor: '#c2410c', logoFileId: null, postalAddress: '' },
      address: 'https://review.northstar.example/password/x',
      reviewer: { name: 'Maria' },
      client: { business: 'Harbor Dental' },
      replyTo: null,
    };
    await app.db.query(REFUSE);
    const id = await app.db.transaction((manager) =>
      outbox.add(manager, { kind: 'linkClosed', to, language: 'en', dedupeKey: 'link:1', facts }),
    );
    let minutes = 0;
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      await app.db.query(`DELETE FROM runs WHERE "state" IN ('completed', 'failed')`);
      await app.db.query(`UPDATE mails SET "dueAt" = now()`);
      await eventually(async () => {
        const [run] = await app.db.query(`SELECT "state" FROM runs WHERE "kind" = 'mails'`);
        expect(run).toMatchObject({ state: 'failed' });
      });
      const { attempts, dueAt, state } = await mailOf(id);
      expect([attempts, state]).toEqual([attempt, 'waiting']);
      const putOff = (dueAt.getTime() - Date.now()) / 60_000;
      expect(putOff).toBeGreaterThan(Math.max(0.5, minutes - 0.5));
      minutes = Math.round(putOff);
    }
    expect(smtp.mailsTo(to)).toHaveLength(11);
    expect(await mailOf(id)).toMatchObject({ error: expect.stringContaining('could not be noted') });
    // The state cannot be saved even now, but no mail leaves.
    await app.db.query(`DELETE FROM runs WHERE "state" IN ('completed', 'failed')`);
    await app.db.query(`UPDATE mails SET "dueAt" = now()`);
    await eventually(async () => {
      const [run] = await app.db.query(`SELECT "state" FROM runs WHERE "kind" = 'mails'`);
      expect(run).toMatchObject({ state: 'failed' });
    });
    expect(smtp.mailsTo(to)).toHaveLength(11);
    await app.db.query('DROP TRIGGER refuse ON mails');
    await app.db.query(`DELETE FROM runs WHERE "state" IN ('completed', 'failed')`);
    await app.db.query(`UPDATE mails SET "dueAt" = now()`);
    await eventually(async () => expect(await mailOf(id)).toMatchObject({ state: 'failed' }));
    expect(smtp.mailsTo(to)).toHaveLength(11);
  });
});
