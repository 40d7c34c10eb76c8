import type { Client, ClientBase } from 'pg';

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

/** The rows of a query as they were at one instant. No transaction stays open meanwhile, so that no lock or row is held up. */
export async function* rowsOf<Row extends object>(client: Client, query: string): AsyncGenerator<Row> {
  await client.query(`DECLARE found CURSOR WITH HOLD FOR ${query}`);
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
