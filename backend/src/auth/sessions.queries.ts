import type { EntityManager } from 'typeorm';
import { VALID_SESSIONS } from '../users/credentials.queries.js';
import { SESSION_DAYS } from './session.js';

/** SQL of the public id of a session: a digest in the form of a UUID, because the session's own id is a secret. */
const SESSION_ID_DIGEST = `left(overlay(overlay(
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

/** Returns a user's valid sessions, the given one first, then by their last use. */
export function findSessions(
  manager: EntityManager,
  { userId, sessionId, limit, offset }: { userId: string; sessionId: string; limit?: number; offset?: number },
): Promise<SessionRow[]> {
  return manager.query<SessionRow[]>(
    `SELECT ${SESSION_ID_DIGEST} AS "id", "sess"->>'device' AS "device", "sess"->>'signedInAt' AS "signedInAt",
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

/** Removes a session of a user by its public id. @returns its own, secret id; `null` if there is no such session */
export async function removeSession(
  manager: EntityManager,
  { userId, id }: { userId: string; id: string },
): Promise<string | null> {
  const [rows] = await manager.query<[{ sid: string }[], number]>(
    `DELETE FROM sessions WHERE "sess"->'passport'->>'user' = $1 AND ${SESSION_ID_DIGEST} = $2 RETURNING "sid"`,
    [userId, id],
  );
  return rows[0]?.sid ?? null;
}
