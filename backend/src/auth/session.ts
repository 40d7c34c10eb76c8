import { Logger } from '@nestjs/common';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { CalmLog } from '../common/calm-log.js';
import { announceEach } from '../realtime/announcements.js';

const COOKIE = 'gmb.sid';
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;
/** A session that is in use is prolonged this often. */
const PROLONG_MS = 5 * 60 * 1000;

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

/** Whether a request only reads and names no session: it is nobody's, and nothing is to be kept of it. */
export function isNobodys({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return ['GET', 'HEAD'].includes(method) && !headers.cookie?.includes(`${COOKIE}=`);
}

/** Ends every session of a user but the kept one, on their live connections as well. */
export async function endSessions(
  manager: EntityManager,
  { userId, kept = '' }: { userId: string; kept?: string },
): Promise<void> {
  const [ended] = await manager.query<[{ sessionId: string }[], number]>(
    `DELETE FROM sessions WHERE "sess"->'passport'->>'user' = $1 AND "sid" <> $2 RETURNING "sid" AS "sessionId"`,
    [userId, kept],
  );
  await announceEach(manager, 'session.ended', ended);
}

/** The driver's pool behind a data source. */
export function poolOf(db: DataSource): Pool {
  return (db.driver as unknown as { master: Pool }).master;
}
