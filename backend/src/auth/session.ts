import type { IncomingMessage } from 'node:http';
import { Logger, Module } from '@nestjs/common';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { ensureSessionSecret } from '../platform/storage/data-dir.js';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { prepared } from '../platform/database/sql.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';

/** How somebody signed in, where it was by single sign-on. */
export interface SignedInBy {
  /** `logoutAddress` is where the session at the provider ends; `null` if it offers none. */
  singleSignOn?: { logoutAddress: string | null };
}

declare module 'express-session' {
  interface SessionData extends SignedInBy {
    passport: { user?: string };
    /** Credential version of the user when the session was opened. */
    credentialVersion: number;
    /** Browser and system that it was opened with (`deviceOf`). */
    device: string;
    /** When it was opened, as ISO 8601. */
    signedInAt: string;
    /** Present until its user has set up a second factor, which all need. */
    needsFactor: true;
  }
}

/** Injection token of the session middleware, which HTTP and sockets share. */
export const SESSION = Symbol('SESSION');

const COOKIE = 'gmb.sid';
/** How long a session lasts after its last use. */
export const SESSION_DAYS = 7;
const COOKIE_OPTIONS = { httpOnly: true, sameSite: 'lax', maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 } as const;
/** A session that is in use is prolonged this often. */
const PROLONG_SECONDS = 5 * 60;

// Each request of staff runs it. The library's own statement is planned each time, which takes longer than all the rest of it.
const SESSION_BY_ID = prepared('session', 'SELECT "sess" FROM sessions WHERE "sid" = $1 AND "expire" > now()');

/**
 * Sessions in the database, for seven days after their last use (the worker removes them); the cookie is `Secure` on https.
 * Only a sign-in and `renewCookie` send it: if every answer sent it, one that arrives after a sign-in would restore the old cookie.
 */
function sessionMiddleware(db: DataSource, secret: string): RequestHandler {
  const logger = new ThrottledLogger(new Logger('Sessions'));
  const PgStore = connectPgSimple(session);
  // A page sends many requests in a row: a write for each would cost as much as its answer.
  const prolonged = new RateLimiterMemory({ points: 1, duration: PROLONG_SECONDS });
  const pool = poolOf(db);
  class Store extends PgStore {
    override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
      pool.query<{ sess: SessionData }>(SESSION_BY_ID, [sid], (error, found) => done(error, found?.rows[0]?.sess));
    }

    /** Runs in the background: a request does not wait for it, nor fail with it. */
    override touch(sid: string, data: SessionData, done?: () => void): void {
      done?.();
      const prolong = (): void =>
        super.touch(sid, data, (error?: unknown) => {
          if (!error) return;
          void prolonged.delete(sid);
          logger.warn(`Failed to prolong a session: ${String(error)}; its next request tries again`);
        });
      prolonged.consume(sid).then(prolong, () => undefined);
    }
  }
  const sessions = session({
    name: COOKIE,
    secret,
    store: new Store({ pool, tableName: 'sessions', pruneSessionInterval: false }),
    resave: false,
    saveUninitialized: false,
    cookie: { ...COOKIE_OPTIONS, secure: 'auto' },
  });
  // Express signs cookies with the secret of the request, as the sessions do.
  return function withSession(request, response, next): void {
    sessions(Object.assign(request, { secret }), response, next);
  };
}

/** Sends the cookie of the session again, for another seven days. For sessions that were just found valid. */
export function renewCookie(request: Request): void {
  request.res!.cookie(COOKIE, request.sessionID, { ...COOKIE_OPTIONS, secure: request.secure, signed: true });
}

@Module({
  providers: [
    {
      provide: SESSION,
      inject: [DataSource, CONFIG],
      useFactory: async (db: DataSource, { sessionSecret, dataDir }: Config) =>
        sessionMiddleware(db, sessionSecret ?? (await ensureSessionSecret(dataDir))),
    },
  ],
  exports: [SESSION],
})
export class SessionModule {}

/** Whether a request names a session, valid or not. */
export function namesSession({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.cookie?.includes(`${COOKIE}=`) ?? false;
}

/** Whether a request only reads and names no session: it needs none. */
export function isAnonymousRead(request: Pick<Request, 'method' | 'headers'>): boolean {
  return ['GET', 'HEAD'].includes(request.method) && !namesSession(request);
}

/** The driver's pool behind a data source. */
function poolOf(db: DataSource): Pool {
  return (db.driver as unknown as { master: Pool }).master;
}
