import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../test/eventually.js';
import { createGate } from '../../test/gate.js';
import { startApp, type TestApp } from '../../test/app.js';
import { startSmtp, type TestSmtp } from '../../test/smtp-server.js';
import { endWorkers, startWorker } from '../../test/worker-process.js';

// A busy machine takes its time.
jest.setTimeout(180_000);

const RECIPIENTS = 6;
const EACH = 5;

describe('mails of two workers, one of which is killed', () => {
  let app: TestApp;
  let smtp: TestSmtp;
  let env: Record<string, string>;

  beforeAll(async () => {
    smtp = await startSmtp();
    env = { SMTP_URL: smtp.url, MAIL_FROM: 'review@northstar.example' };
    app = await startApp(env);
  });
  afterAll(async () => {
    await endWorkers();
    await app.close();
    await smtp.close();
  });

  it('sends all mails of a killed worker, in their order, and none as another mail', async () => {
    const gate = createGate();
    smtp.behave({ until: gate.opened, then: 'accept' });
    await app.db.query(FILL, [RECIPIENTS, EACH]);
    const first = await startWorker(app, env);
    await startWorker(app, env);
    // All of them are asked about, so the killed one is in the middle of some.
    await eventually(() => expect(smtp.asked.length).toBeGreaterThanOrEqual(RECIPIENTS));
    await first.kill();
    gate.open();
    await eventually(async () => {
      const [left] = await app.db.query<{ count: string }[]>(`SELECT count(*) FROM mails WHERE "state" <> 'sent'`);
      expect(Number(left!.count)).toBe(0);
    }, 60_000);
    const rows = await app.db.query<{ messageId: string }[]>('SELECT "messageId" FROM mails');
    const known = new Set(rows.map(({ messageId }) => messageId));
    expect(known.size).toBe(RECIPIENTS * EACH);
    expect(new Set(smtp.mails.map(({ messageId }) => messageId))).toEqual(known);
    for (let number = 1; number <= RECIPIENTS; number += 1) {
      const got = smtp.mailsTo(`somebody-${number}@example.com`).map(({ subject }) => Number(subject!.split(':')[0]));
      expect([...new Set(got)]).toEqual(Array.from({ length: EACH }, (_none, index) => index + 1));
      expect(got).toEqual(got.toSorted((a, b) => a - b));
    }
  });
});

// The number of a mail is its client's name, and stands in its subject.
const FILL = `
  WITH recipients AS (
    INSERT INTO mail_recipients ("email") SELECT 'somebody-' || n || '@example.com' FROM generate_series(1, $1::int) AS n
    RETURNING "id"
  )
  INSERT INTO mails ("recipientId", "kind", "language", "dedupeKey", "state", "dueAt", "createdAt", "facts")
  SELECT r."id", 'decisions', 'en', m::text, 'waiting', now(), now() + m * interval '1 millisecond', jsonb_build_object(
    'user', '{"name":"Anna Keller"}'::jsonb, 'client', jsonb_build_object('business', m::text), 'title', 'Spring', 'by', 'Maria',
    'brand', '{"name":"North Star","primaryColor":"#c2410c","logoFileId":null,"postalAddress":""}'::jsonb,
    'address', 'https://review.northstar.example/moments/x', 'things', 'photos', 'approved', 1, 'rejected', 0, 'left', 0,
    'feedback', '[]'::jsonb, 'photos', '[]'::jsonb)
  FROM generate_series(1, $2::int) AS m CROSS JOIN recipients r`;
