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

/** The way of a sign-in, if it was by single sign-on. */
export interface SignedInBy {
  /** `logoutAddress` ends the session at the provider; `null` if it offers none. */
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
    /** Set while all staff need a second factor and the user of this session has not set one up. */
    needsFactor: true;
  }
}

/** Injection token of the session middleware, which HTTP and sockets share. */
export const SESSION = Symbol('SESSION');

const COOKIE = 'gmb.sid';
/** How long a session lasts after its last use. */
export const SESSION_DAYS = 7;
const COOKIE_OPTIONS = { httpOnly: true, sameSite: 'lax', maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 } as const;
/** Minimum time between two extensions of a session that is in use. */
const PROLONG_SECONDS = 5 * 60;

// A prepared statement, because each request of staff runs it and planning the library's own statement takes most of
// its time.
const SESSION_BY_ID = prepared('session', 'SELECT "sess" FROM sessions WHERE "sid" = $1 AND "expire" > now()');

/**
 * Returns the middleware for sessions in the database. They last seven days after their last use; the worker removes
 * them. The cookie is `Secure` on https. Only a sign-in and `renewCookie` send it: if every response sent it, one
 * that arrives after a sign-in would restore the old cookie.
 */
function sessionMiddleware(db: DataSource, secret: string): RequestHandler {
  const logger = new ThrottledLogger(new Logger('Sessions'));
  const PgStore = connectPgSimple(session);
  // A page sends many requests in a row, and a write for each would take as long as the request itself.
  const prolongLimit = new RateLimiterMemory({ points: 1, duration: PROLONG_SECONDS });
  const pool = poolOf(db);
  class Store extends PgStore {
    override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
      pool.query<{ sess: SessionData }>(SESSION_BY_ID, [sid], (error, found) => done(error, found?.rows[0]?.sess));
    }

    /** Runs in the background, so that a request neither waits for it nor fails with it. */
    override touch(sid: string, data: SessionData, done?: () => void): void {
      done?.();
      const prolong = (): void =>
        super.touch(sid, data, (error?: unknown) => {
          if (!error) return;
          void prolongLimit.delete(sid);
          logger.warn(`Failed to prolong a session: ${String(error)}; its next request tries again`);
        });
      prolongLimit.consume(sid).then(prolong, () => undefined);
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
  // `response.cookie` in `renewCookie` signs with `request.secret`, so it is set to the secret of the sessions.
  return function withSession(request, response, next): void {
    sessions(Object.assign(request, { secret }), response, next);
  };
}

/** Sends the session's cookie again, for another seven days. Only for sessions that were just found valid. */
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

/** Whether a request has a session cookie, valid or not. */
export function hasSessionCookie({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.cookie?.includes(`${COOKIE}=`) ?? false;
}

/** Whether a request is a read without a session cookie, which needs no session. */
export function isAnonymousRead(request: Pick<Request, 'method' | 'headers'>): boolean {
  return ['GET', 'HEAD'].includes(request.method) && !hasSessionCookie(request);
}

/** The driver's pool behind a data source. */
function poolOf(db: DataSource): Pool {
  return (db.driver as unknown as { master: Pool }).master;
}
