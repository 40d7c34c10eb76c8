import { types } from 'node:util';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** Why PostgreSQL could not do its work. */
export type Outage = 'busy' | 'read-only' | 'full' | 'unreachable';

/** By the code of the error, of PostgreSQL or of the system: the first that fits. */
const BY_CODE: [RegExp, Outage][] = [
  // A lock that was not had in time, a statement that took too long or was cancelled.
  [/^(55P03|57014)$/, 'busy'],
  [/^25006$/, 'read-only'],
  [/^53100$/, 'full'],
  // A lost connection, a shutdown, a lack of resources, a closed database, a deadlock, or a transaction that PostgreSQL ended
  // since this process stood still in it.
  [
    /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|57P0|53|08|55000|40P01|40001|25P03)/,
    'unreachable',
  ],
];
const CONNECTION_LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection/;

// TypeORM gives a lost connection up at once; what is asked next in its transaction then meets one of these.
const CONNECTION_GIVEN_UP = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** Why PostgreSQL could not do its work; `null` for an error that would come again later. */
export function outageOf(error: unknown): Outage | null {
  if (!types.isNativeError(error)) return null;
  if (CONNECTION_GIVEN_UP.some((kind) => error instanceof kind)) return 'unreachable';
  const { code } = error as Error & { code?: unknown };
  const known = typeof code === 'string' && BY_CODE.find(([pattern]) => pattern.test(code));
  if (known) return known[1];
  return CONNECTION_LOST.test(error.message) ? 'unreachable' : null;
}

/** Whether PostgreSQL could not do its work: nothing is wrong with the request, and later it will succeed. */
export function isDatabaseDown(error: unknown): boolean {
  return outageOf(error) !== null;
}
