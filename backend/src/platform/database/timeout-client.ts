import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { SessionClient, type SessionConfig } from './session-client.js';
import { preparedName } from './sql.js';

/** Injection token of PostgreSQL's address. */
export const DATABASE_URL = Symbol('DATABASE_URL');

/**
 * Timeout of a query. The product's queries take milliseconds, and little more if they wait for each other's locks.
 */
export const QUERY_TIMEOUT_MS = 7000;

/**
 * PostgreSQL's error code for a write that is refused because the server is in recovery or the transaction is
 * read-only.
 */
const READ_ONLY = '25006';

/** Class of PostgreSQL's errors about a value, whose sentence quotes it: "invalid input syntax for type uuid: "…"". */
const ABOUT_A_VALUE = /^22/;

// Removes the bound parameters from TypeORM's errors: they contain tokens, names and texts.
Object.defineProperty(QueryFailedError.prototype, 'parameters', { get: () => undefined, set() {} });

/**
 * A connection that closes itself when the database does not answer a query in time. pg's own `query_timeout` fails the
 * query alone: after a network that broke silently, the pool would hand the dead connection to one request after another.
 * It also closes itself if the server is read-only: after a failover that is the former primary, and a new connection
 * leads to the new one. The errors of its queries name no values.
 */
export class TimeoutClient extends SessionClient {
  constructor(config?: SessionConfig & { queryTimeoutMs?: number }) {
    super(config);
    const { connection } = this;
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    let timeout: NodeJS.Timeout | undefined;
    const clear = (): void => {
      clearTimeout(timeout);
      timeout = undefined;
    };
    this.query = ((...args: unknown[]) => {
      // A further query does not extend the timeout of the first one.
      timeout ??= setTimeout(() => connection.stream.destroy(), config?.queryTimeoutMs ?? QUERY_TIMEOUT_MS).unref();
      return query(...withName(args));
    }) as typeof this.query;
    // Each part of an answer restarts the timeout; `drain` means that no query is left.
    connection.on('message', () => void timeout?.refresh());
    this.on('drain', clear).on('end', clear);
    connection.prependListener('errorMessage', hideValues);
    // The query that failed reads its error first.
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) setImmediate(() => connection.stream.destroy());
    });
  }
}

/**
 * Removes from an error of PostgreSQL the values that it names: those of rows ("Key (email)=(…) already exists", "Failing row
 * contains (…)"), and those of the statement. What failed stays: the sentence, its code, table, column and constraint. Done
 * where errors come in, so that no log, no report and no crash can print a value.
 */
function hideValues(error: DatabaseError): void {
  for (const part of ['detail', 'where', 'internalQuery'] as const) delete error[part];
  if (ABOUT_A_VALUE.test(error.code ?? '')) error.message = error.message.replace(/".*"/s, '"…"');
}

/** Sends a statement of `prepared` with its name, so that PostgreSQL plans it once per connection. */
function withName([text, values, ...rest]: unknown[]): unknown[] {
  const name = typeof text === 'string' ? preparedName(text) : undefined;
  return name ? [{ name, text, values }, ...rest] : [text, values, ...rest];
}
