import type { EntityManager } from 'typeorm';
import { VALID_SESSIONS } from '../users/credentials.queries.js';
import { SESSION_DAYS } from './session.js';

/** What names a session for its user, in the shape of an id. The session's own id is a secret, which a digest does not give away. */
const NAME = `left(overlay(overlay(
  encode(sha256(convert_to("sid", 'UTF8')), 'hex') PLACING '4' FROM 13 FOR 1) PLACING '8' FROM 17 FOR 1), 32)::uuid`;

interface SessionRow {
  id: string;
  device: string | null;
  signedInAt: string | null;
  lastUsedAt: Date;
  isCurrent: boolean;
  bySingleSignOn: boolean;
  total: number;
}

/** A user's valid sessions, the given one first, then those that were used last. */
export function sessionsOf(
  manager: EntityManager,
  { userId, sessionId, limit, offset }: { userId: string; sessionId: string; limit?: number; offset?: number },
): Promise<SessionRow[]> {
  return manager.query<SessionRow[]>(
    `SELECT ${NAME} AS "id", "sess"->>'device' AS "device", "sess"->>'signedInAt' AS "signedInAt",
       "expire" - interval '${SESSION_DAYS} days' AS "lastUsedAt", "sid" = $2 AS "isCurrent",
       "sess"->'singleSignOn' IS NOT NULL AS "bySingleSignOn", count(*) OVER ()::int AS "total"
     FROM ${VALID_SESSIONS} WHERE u."id" = $1 ORDER BY "sid" = $2 DESC, "expire" DESC, "sid" LIMIT $3 OFFSET $4`,
    [userId, sessionId, limit ?? null, offset ?? 0],
  );
}

/** Removes a session by its own id. @returns whether there was one */
export async function removeSessionById(manager: EntityManager, sessionId: string): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>('DELETE FROM sessions WHERE "sid" = $1', [sessionId]);
  return count > 0;
}

/** Removes a session of a user. @returns its own id; `null` if there is none of this name */
export async function removeSession(
  manager: EntityManager,
  { userId, id }: { userId: string; id: string },
): Promise<string | null> {
  const [rows] = await manager.query<[{ sid: string }[], number]>(
    `DELETE FROM sessions WHERE "sess"->'passport'->>'user' = $1 AND ${NAME} = $2 RETURNING "sid"`,
    [userId, id],
  );
  return rows[0]?.sid ?? null;
}
