import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { valueAtMost, type Figure } from '../figure.js';
import { residentMegabytes } from '../processes.js';
import { startProduct } from '../product.js';

const MAILS = 10_000;
const RECIPIENTS = 1000;
const WORKERS = 2;

/** Mails of an outbox that is full at once, on two workers, to a mail server that takes all of them. */
export const mails: Figure = {
  name: 'mails',
  measure: async () => {
    const server = await startServer();
    const env = { SMTP_URL: server.url, MAIL_FROM: 'review@northstar.example' };
    const product = await startProduct('embedded', { env });
    const db = new Client(product.databaseUrl);
    try {
      await db.connect();
      const workers = [await product.startWorker(), await product.startWorker()];
      const memory = async () => Math.max(...(await Promise.all(workers.map(({ pid }) => residentMegabytes(pid)))));
      await db.query(FILL, [MAILS, RECIPIENTS]);
      const began = performance.now();
      let early = 0;
      while (server.taken() < MAILS) {
        await pause(50);
        if (early === 0 && server.taken() > MAILS / 4) early = await memory();
      }
      const took = performance.now() - began;
      return [
        valueAtMost(`one of ${MAILS} mails to ${RECIPIENTS} recipients, on ${WORKERS} workers`, 'ms', 10, took / MAILS),
        valueAtMost(
          'the same: memory that a worker takes for the last three quarters',
          'MB',
          30,
          (await memory()) - early,
        ),
        valueAtMost('the same: mails out of order, or sent twice', 'mails', 0, server.misplaced()),
      ];
    } finally {
      await db.end();
      await product.stop();
      server.close();
    }
  },
};

// The number of a mail is its client's name, and stands in its subject.
const FILL = `
  WITH recipients AS (
    INSERT INTO mail_recipients ("email") SELECT 'somebody-' || n || '@example.com' FROM generate_series(1, $2::int) AS n
    RETURNING "id", substring("email" FROM '\\d+')::int AS n
  )
  INSERT INTO mails ("recipientId", "kind", "language", "dedupeKey", "state", "dueAt", "createdAt", "facts")
  SELECT r."id", 'decisions', 'en', m::text, 'waiting', now(), now() + m * interval '1 millisecond', jsonb_build_object(
    'user', '{"name":"Anna Keller"}'::jsonb, 'client', jsonb_build_object('business', m::text), 'title', 'Spring', 'by', 'Maria',
    'brand', '{"name":"North Star","primaryColor":"#c2410c","logoFileId":null,"postalAddress":""}'::jsonb,
    'address', 'https://review.northstar.example/moments/x', 'things', 'photos', 'approved', 1, 'rejected', 0, 'left', 0,
    'feedback', '[]'::jsonb, 'photos', '[]'::jsonb)
  FROM generate_series(1, $1::int) AS m JOIN recipients r ON r.n = m % $2::int + 1`;

/** A mail server that notes the number of the last mail to each address. */
async function startServer() {
  const last = new Map<string, number>();
  let taken = 0;
  let misplaced = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      const number = Number(/^Subject: (\d+):/m.exec(await text(stream))![1]);
      const { address } = envelope.rcptTo[0]!;
      if (number <= (last.get(address) ?? 0)) misplaced += 1;
      last.set(address, number);
      taken += 1;
      done();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = (): void => server.close(() => undefined);
  return { url: `smtp://127.0.0.1:${port}`, taken: () => taken, misplaced: () => misplaced, close };
}
