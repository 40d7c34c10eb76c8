import type { ClientBase } from 'pg';

/** Values are written alike, and waiting ends, whatever the server's own settings are. */
const SETTINGS = `
  SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET extra_float_digits = 1;
  SET bytea_output = 'hex'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET idle_session_timeout = 0; SET lock_timeout = '60s'`;

/** Prepares a connection for reading or writing whole tables. */
export async function prepareConnection(client: ClientBase): Promise<void> {
  await client.query(SETTINGS);
}

const ROWS_AT_ONCE = 500;

/**
 * The rows of a query as they are now; within a transaction, as it sees them. They can be read after its end, so that none has
 * to stay open and hold up locks and rows. One such query at a time.
 */
export async function rowsOf<Row extends object>(client: ClientBase, query: string): Promise<AsyncGenerator<Row>> {
  await client.query(`DECLARE found CURSOR WITH HOLD FOR ${query}`);
  return foundRows(client);
}

async function* foundRows<Row extends object>(client: ClientBase): AsyncGenerator<Row> {
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${ROWS_AT_ONCE} FROM found`);
      yield* rows;
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await client.query('CLOSE found').catch(() => undefined);
  }
}
