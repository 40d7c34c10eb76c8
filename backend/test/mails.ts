import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** Puts a mail into the outbox that was not sent. @returns its id */
export async function createMail(db: DataSource): Promise<string> {
  const [mail] = await db.query<{ id: string }[]>(
    `WITH recipient AS (INSERT INTO mail_recipients ("email") VALUES ($1) RETURNING "id")
     INSERT INTO mails ("recipientId", "kind", "language", "dedupeKey", "state", "dueAt")
     SELECT "id", 'linkClosed', 'en', $1, 'unsent', now() FROM recipient RETURNING "id"`,
    [`${randomUUID()}@example.com`],
  );
  return mail!.id;
}
