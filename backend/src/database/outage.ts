// A lost connection, a shutdown or too many connections of PostgreSQL, by error code or message of the driver.
const DATABASE_DOWN = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH|57P0|53300|08)/;
const DATABASE_LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection/;

/** Whether PostgreSQL could not be reached: nothing is wrong with the request, and later it will work. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return (typeof code === 'string' && DATABASE_DOWN.test(code)) || DATABASE_LOST.test(error.message);
}
