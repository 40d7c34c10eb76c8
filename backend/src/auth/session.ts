import connectPgSimple from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;

/** Sessions in the database, seven days after their last use; the cookie is `Secure` on https. */
export function sessionMiddleware(db: DataSource, secret: string): RequestHandler {
  const Store = connectPgSimple(session);
  return session({
    name: 'gmb.sid',
    secret,
    store: new Store({ pool: poolOf(db), tableName: 'sessions', pruneSessionInterval: 60 * 60 }),
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SEVEN_DAYS_MS },
  });
}

/** The driver's pool behind a data source. */
export function poolOf(db: DataSource): Pool {
  return (db.driver as unknown as { master: Pool }).master;
}
