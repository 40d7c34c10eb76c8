import type { DataSource } from 'typeorm';

/** Rows that one statement deletes: few enough not to delay other statements. */
const BATCH = 1000;

/** Notifications per user; older ones are deleted. */
const NOTIFICATIONS_KEPT = 500;

/**
 * The rows that are deleted after a time, or above a number. History, decisions and content stay until staff delete
 * them.
 */
const OUTDATED = [
  // Their cookies have expired as well.
  { table: 'sessions', where: `"expire" < now()` },
  // A person who did not come back from the provider begins again.
  { table: 'sign_in_attempts', where: `"expiresAt" < now()` },
  // Counts of logins and calls in a time that is over.
  { table: 'rate_limits', where: `"expire" < extract(epoch FROM now()) * 1000` },
  // An expired one is refused before it is looked up; an hour more, for the clocks of other machines.
  { table: 'answered_challenges', where: `"expiresAt" < now() - interval '1 hour'` },
  // Most addresses have other users by then.
  { table: 'sign_in_networks', where: `"lastAt" < now() - interval '1 year'` },
  // An upload is repeated within minutes, or not at all.
  { table: 'idempotency_keys', where: `"createdAt" < now() - interval '1 day'` },
  // Staff see for a while that an invitation has expired.
  { table: 'password_links', where: `"expiresAt" < now() - interval '30 days'` },
  // What was decided is in the history; the outbox says for a while what was sent.
  { table: 'mails', where: `"createdAt" < now() - interval '90 days' AND "state" <> 'waiting'` },
  {
    table: 'mail_recipients',
    where: `"createdAt" < now() - interval '90 days' AND "refusedAt" IS NULL AND "stoppedAt" IS NULL
      AND NOT EXISTS (SELECT FROM mails WHERE "recipientId" = mail_recipients."id")`,
  },
  // The history keeps the results of a run; its counts and errors are needed only for a while.
  { table: 'runs', where: `"endedAt" < now() - interval '30 days'` },
  // A ZIP that was not downloaded for a day is not wanted any more; what was delivered stays.
  {
    table: 'deliveries',
    where: `"createdAt" < now() - interval '1 day' AND "endedAt" IS NULL AND "leasedUntil" IS NULL`,
  },
  // Older ones are not scrolled to; the history keeps what they were about.
  {
    table: 'notifications',
    where: `"id" IN (
      SELECT "id" FROM (
        SELECT "id", row_number() OVER (PARTITION BY "userId" ORDER BY "at" DESC, "id") AS "place" FROM notifications
      ) placed WHERE "place" > ${NOTIFICATIONS_KEPT}
    )`,
  },
];

/** Removes all outdated rows, and entries of the audit log after so many days; 0 keeps all of these. */
export async function removeOutdated(db: DataSource, auditDays: number): Promise<void> {
  for (const { table, where } of OUTDATED) await removeRows(db, table, where);
  if (auditDays > 0) await removeRows(db, 'audit', `"at" < now() - ${auditDays} * interval '1 day'`);
}

/** Removes rows, some at a time, and leaves those out that others have locked. */
async function removeRows(db: DataSource, table: string, where: string): Promise<void> {
  let removed = BATCH;
  while (removed === BATCH) {
    [, removed] = await db.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    );
  }
}
