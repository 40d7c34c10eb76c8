import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config.js';
import { dataSourceOptions } from './data-source.js';
import type { SessionSettings } from '../platform/database/session-client.js';
import { DATABASE_URL, QUERY_TIMEOUT_MS, TimeoutClient } from '../platform/database/timeout-client.js';

/**
 * PostgreSQL ends idle transactions after this time, which releases the locks of processes that disappeared silently.
 */
const IDLE_TRANSACTION_MS = 10_000;

/**
 * Timeout of waiting for a lock. Each waiting request occupies a connection of the pool; ten such requests a second
 * must leave connections for others.
 */
const LOCK_MS = 1500;
/**
 * Timeout of a statement. Shorter than the timeout of the connection, which would be closed while the statement goes
 * on.
 */
const STATEMENT_MS = QUERY_TIMEOUT_MS - 1000;
/**
 * Timeout of waiting for a connection of the pool. A request of staff needs one three times in a row (session, user,
 * handler), so with a slow statement it takes at most 15 seconds.
 */
const CONNECT_MS = 3000;

/** The connection to PostgreSQL, shared by all domains. */
@Global()
@Module({})
export class DatabaseModule {
  static for({ databasePool }: Config, databaseUrl: string): DynamicModule {
    const { extra, ...options } = dataSourceOptions(databaseUrl);
    const timeouts = {
      Client: TimeoutClient,
      session: {
        lock_timeout: LOCK_MS,
        statement_timeout: STATEMENT_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      } satisfies SessionSettings,
      connectionTimeoutMillis: CONNECT_MS,
    };
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot({ ...options, poolSize: databasePool, extra: { ...extra, ...timeouts } })],
      providers: [{ provide: DATABASE_URL, useValue: databaseUrl }],
      exports: [DATABASE_URL],
    };
  }
}
