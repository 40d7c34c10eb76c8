import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config.js';
import { dataSourceOptions } from './data-source.js';
import type { SessionSettings } from '../platform/database/session-client.js';
import { DATABASE_URL, QUERY_TIMEOUT_MS, TimeoutClient } from '../platform/database/timeout-client.js';

/** After this PostgreSQL ends a transaction whose process vanished silently, and releases the rows that it locked. */
const IDLE_TRANSACTION_MS = 10_000;

/**
 * How long a statement may wait for a lock. Each waiting request holds a connection of the pool;
 * ten such requests a second must leave some of the pool for the others.
 */
const LOCK_MS = 1500;
/** How long a statement may take: less than the connection waits, which would otherwise end while the statement goes on. */
const STATEMENT_MS = QUERY_TIMEOUT_MS - 1000;
/**
 * How long a step of a request waits for a connection. A request of staff takes three, one after the other (session, user,
 * handler): with a statement that takes as long as it may, 15 seconds.
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
