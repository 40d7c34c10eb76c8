import type { EntityManager } from 'typeorm';
import { staffActor, type Staff, type StaffActor } from '../access/actor.js';
import { scopeOfUser } from '../access/scope.js';
import { prepared } from '../platform/database/sql.js';
import { publish } from '../platform/events/publish.js';
import { FIRST_CREDENTIAL_VERSION, User } from './user.entity.js';

/** Queries of sessions. Their table belongs to the session library, so there is no entity for it. */

/**
 * SQL after FROM: each valid session `s` with its user `u`. A session is valid until it expires, and while it carries
 * the credential version of its user.
 */
export const VALID_SESSIONS = `sessions s JOIN users u ON u."id" = ("sess"->'passport'->>'user')::uuid
  AND u."credentialVersion" = COALESCE(("sess"->>'credentialVersion')::int, ${FIRST_CREDENTIAL_VERSION})
  AND s."expire" > now()`;

/** SQL of whether the user `u` has a second factor: an authenticator app, or a passkey. */
export const HAS_FACTOR = `(u."authenticatorKey" IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p."userId" = u."id"))`;

const USER_OF_SESSION = prepared(
  'user of a session',
  `SELECT u."id", u."email", u."name", u."passwordHash", u."credentialVersion", u."createdAt", u."role", ${scopeOfUser('u')} AS "scope",
     "sess"->'needsFactor' IS NOT NULL AS "needsFactor"
   FROM ${VALID_SESSIONS} WHERE "sid" = $1`,
);

/** Returns a member of staff with their current rights; `null` if they were removed. */
export async function findStaff(manager: EntityManager, userId: string): Promise<StaffActor | null> {
  const [row] = await manager.query<Staff[]>(
    `SELECT u."id", u."email", u."name", u."credentialVersion", u."role", ${scopeOfUser('u')} AS "scope" FROM users u WHERE u."id" = $1`,
    [userId],
  );
  return row ? staffActor(row) : null;
}

/** A user with their role, and the clients that they may see. */
export type SessionUser = User & Staff;

/** Returns the user of a session; `null` when there is no such session, or it is no longer valid. */
export async function findUserOfSession(manager: EntityManager, sessionId: string): Promise<SessionUser | null> {
  // Raw SQL, because each request of staff runs it and the ORM takes five times as long. One statement, so that
  // session and user are read from one snapshot: a session that continues while its user's credentials change is
  // valid before and after.
  const [row] = await manager.query<SessionUser[]>(USER_OF_SESSION, [sessionId]);
  return row ? Object.assign(new User(), row) : null;
}

/** Returns those of the given sessions that have expired, were removed, or have an outdated credential version. */
export async function findEndedSessions(manager: EntityManager, sessionIds: string[]): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM unnest($1::text[]) AS asked (id)
     WHERE NOT EXISTS (SELECT FROM ${VALID_SESSIONS} WHERE "sid" = asked.id)`,
    [sessionIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Raises the credential version of a user, if they still exist. That ends all their sessions except the kept one,
 * including sign-ins in progress, live connections and downloads.
 */
export async function endSessions(
  manager: EntityManager,
  { userId, kept = null }: { userId: string; kept?: string | null },
): Promise<void> {
  await manager.query(
    `WITH raised AS (
       UPDATE users SET "credentialVersion" = "credentialVersion" + 1 WHERE "id" = $1 RETURNING "credentialVersion"
     )
     UPDATE sessions SET "sess" = jsonb_set("sess"::jsonb, '{credentialVersion}', to_jsonb("credentialVersion"))::json
     FROM raised WHERE "sid" = $2`,
    [userId, kept],
  );
  await manager.query(`DELETE FROM sessions WHERE "sess"->'passport'->>'user' = $1 AND "sid" IS DISTINCT FROM $2`, [
    userId,
    kept,
  ]);
  await publish(manager, 'credentials.changed', { userId, keptSessionId: kept });
}

/**
 * Removes the links with which this e-mail could choose a password: invitations, and links for a forgotten password.
 */
export async function endPasswordLinks(manager: EntityManager, email: string): Promise<void> {
  await manager.query('DELETE FROM password_links WHERE "email" = $1', [email]);
}
