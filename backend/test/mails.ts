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

/** A mail, as the outbox has it. */
export interface MailRow {
  kind: string;
  state: string;
  error: string;
  facts: { number?: number; message?: string };
  email: string;
  dueAt: Date;
}

/** The mails about a review, in the order in which they are due. */
export function mailsAbout(db: DataSource, reviewId: string): Promise<MailRow[]> {
  return db.query(
    `SELECT m."kind", m."state", m."facts", m."dueAt", r."email" FROM mails m
     JOIN mail_recipients r ON r."id" = m."recipientId" WHERE m."reviewId" = $1 ORDER BY m."dueAt"`,
    [reviewId],
  );
}
