import { types } from 'node:util';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** Why PostgreSQL could not do its work. */
export type Outage = 'busy' | 'read-only' | 'full' | 'unreachable';

/** By the error code of PostgreSQL or the system; the first match counts. */
const BY_CODE: [RegExp, Outage][] = [
  // Lock timeout; statement timeout or cancellation.
  [/^(55P03|57014)$/, 'busy'],
  [/^25006$/, 'read-only'],
  [/^53100$/, 'full'],
  // Lost connection, shutdown, lack of resources, database that accepts no connections, deadlock, or a transaction
  // that PostgreSQL ended because this process was idle in it.
  [
    /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|57P0|53|08|55000|40P01|40001|25P03)/,
    'unreachable',
  ],
];
const CONNECTION_LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection/;

// After a connection was lost, TypeORM throws these for further queries of its transaction.
const CONNECTION_GIVEN_UP = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** Why PostgreSQL could not do its work; `null` for an error that a retry would not avoid. */
export function outageOf(error: unknown): Outage | null {
  if (!types.isNativeError(error)) return null;
  if (CONNECTION_GIVEN_UP.some((kind) => error instanceof kind)) return 'unreachable';
  const { code } = error as Error & { code?: unknown };
  const known = typeof code === 'string' && BY_CODE.find(([pattern]) => pattern.test(code));
  if (known) return known[1];
  return CONNECTION_LOST.test(error.message) ? 'unreachable' : null;
}

/** Whether an error is an outage of PostgreSQL, so that a later retry may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  return outageOf(error) !== null;
}
