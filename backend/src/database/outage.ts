import { types } from 'node:util';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

// A lost connection, a shutdown, a lack of resources, a closed database or a deadlock, by error code or the driver's message.
const DATABASE_DOWN = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH|57P0|53|08|55000|40P01|40001)/;
const DATABASE_LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection/;

// TypeORM gives a lost connection up at once; what is asked next in its transaction then meets one of these.
const CONNECTION_GIVEN_UP = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** Whether PostgreSQL could not do its work: nothing is wrong with the request, and later it will succeed. */
export function isDatabaseDown(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  if (CONNECTION_GIVEN_UP.some((kind) => error instanceof kind)) return true;
  const { code } = error as Error & { code?: unknown };
  return (typeof code === 'string' && DATABASE_DOWN.test(code)) || DATABASE_LOST.test(error.message);
}
