import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { CalmLog } from '../common/calm-log.js';
import { announce } from '../realtime/announcements.js';
import { FIRST_CREDENTIAL_VERSION } from '../users/user.entity.js';

declare module 'express-session' {
  interface SessionData {
    passport: { user?: string };
    /** That the user had when this session was opened. */
    credentialVersion: number;
  }
}

const COOKIE = 'gmb.sid';
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;
/** A session that is in use is prolonged this often. */
const PROLONG_MS = 5 * 60 * 1000;

/**
 * SQL after FROM: each session `s` that signs somebody in, with its user `u`. It does so until it expires, and while it
 * carries the credential version of its user.
 */
export const VALID_SESSIONS = `sessions s JOIN users u ON u."id" = ("sess"->'passport'->>'user')::uuid
  AND u."credentialVersion" = COALESCE(("sess"->>'credentialVersion')::int, ${FIRST_CREDENTIAL_VERSION})
  AND s."expire" > now()`;

/** Sessions in the database until seven days after their last use (the worker removes them); the cookie is `Secure` on https. */
export function sessionMiddleware(db: DataSource, secret: string): RequestHandler {
  const log = new CalmLog(new Logger('Sessions'));
  const PgStore = connectPgSimple(session);
  class Store extends PgStore {
    /** When sessions were prolonged last, the longest ago first. */
    private readonly prolonged = new Map<string, number>();

    /** Nobody waits for it, or goes without an answer about what was done when it fails. */
    override touch(sid: string, data: SessionData, done?: () => void): void {
      done?.();
      if (!this.isDue(sid)) return;
      super.touch(sid, data, (error?: unknown) => {
        if (!error) return;
        this.prolonged.delete(sid);
        log.warn(`A session was not prolonged: ${String(error)}`);
      });
    }

    // A screen asks many things in a row: writing down each of them would cost as much as answering it.
    private isDue(sid: string): boolean {
      const now = Date.now();
      for (const [known, at] of this.prolonged) {
        if (now - at < PROLONG_MS) break;
        this.prolonged.delete(known);
      }
      if (this.prolonged.has(sid)) return false;
      this.prolonged.set(sid, now);
      return true;
    }
  }
  return session({
    name: COOKIE,
    secret,
    store: new Store({ pool: poolOf(db), tableName: 'sessions', pruneSessionInterval: false }),
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SEVEN_DAYS_MS },
  });
}

/** Whether a request names a session, valid or not. */
export function namesSession({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.cookie?.includes(`${COOKIE}=`) ?? false;
}

/** Whether a request only reads and names no session: it is nobody's, and nothing is to be kept of it. */
export function isNobodys(request: Pick<Request, 'method' | 'headers'>): boolean {
  return ['GET', 'HEAD'].includes(request.method) && !namesSession(request);
}

/**
 * Raises the credential version of a user, if they still exist, which ends all their sessions but the kept one, sign-ins
 * that are under way and live connections included.
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
  await announce(manager, 'credentials.changed', { userId, keptSessionId: kept });
}

/** The driver's pool behind a data source. */
export function poolOf(db: DataSource): Pool {
  return (db.driver as unknown as { master: Pool }).master;
}
