import type { EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';
import { LONGEST_QUIET_MINUTES, type MailKind, type MailState } from '../contract/mail-kinds.js';
import type { MailReferences } from './mail.entity.js';

// The ORM's upsert cannot merge the facts of a waiting mail.
const ADD_MAIL = `
  WITH recipient AS (
    INSERT INTO mail_recipients ("email") VALUES ($1) ON CONFLICT ("email") DO UPDATE SET "email" = excluded."email"
    RETURNING "id"
  )
  INSERT INTO mails ("recipientId", "kind", "language", "dedupeKey", "facts", "state", "dueAt", "clientId", "reviewId",
    "linkId", "userId")
  SELECT "id", $2, $3, $4, $5, $6, coalesce($7, clock_timestamp() + $8 * interval '1 minute'), $9, $10, $11, $12
  FROM recipient
  ON CONFLICT ("recipientId", "kind", "dedupeKey") WHERE state IN ('waiting', 'unsent') AND "messageId" IS NULL
  DO UPDATE SET "facts" = mails."facts" || excluded."facts", "language" = excluded."language", "state" = excluded."state",
    "dueAt" = coalesce($7, least(excluded."dueAt", mails."createdAt" + interval '${LONGEST_QUIET_MINUTES} minutes'))
  RETURNING "id"`;

/** A mail to add. */
interface AddedMail extends MailReferences {
  kind: MailKind;
  email: string;
  language: Language;
  dedupeKey: string;
  facts: object;
  state: MailState;
  /** When to send it; `null` for `quietMinutes` from now. */
  dueAt: Date | null;
  quietMinutes: number;
}

/**
 * Adds a mail, or merges its facts into a waiting mail of the same recipient, kind and key.
 * @returns the id of the mail
 */
export async function addMail(manager: EntityManager, mail: AddedMail): Promise<string> {
  const { email, kind, language, dedupeKey, facts, state, dueAt, quietMinutes, ...about } = mail;
  const { clientId = null, reviewId = null, linkId = null, userId = null } = about;
  const [row] = await manager.query<[{ id: string }]>(ADD_MAIL, [
    email,
    kind,
    language,
    dedupeKey,
    facts,
    state,
    dueAt,
    quietMinutes,
    clientId,
    reviewId,
    linkId,
    userId,
  ]);
  return row.id;
}
