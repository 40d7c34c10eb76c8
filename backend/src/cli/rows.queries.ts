import type { ClientBase } from 'pg';
import type { SessionSettings } from '../platform/database/session-client.js';

/**
 * Settings of a session that reads or writes whole tables. The timeout is needed because a backup may hold locks for
 * hours.
 */
export const WHOLE_TABLES: SessionSettings = { lock_timeout: '60s' };

const ROWS_AT_ONCE = 500;

/**
 * Streams the current rows of a query; within a transaction, those of its snapshot. They can still be read after the
 * end of the transaction, so that it need not stay open. Only one such query per client at a time.
 */
export async function streamRows<Row extends object>(client: ClientBase, query: string): Promise<AsyncGenerator<Row>> {
  await client.query(`DECLARE found CURSOR WITH HOLD FOR ${query}`);
  return fetchRows(client);
}

async function* fetchRows<Row extends object>(client: ClientBase): AsyncGenerator<Row> {
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
