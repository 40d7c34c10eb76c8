import type { ClientBase } from 'pg';
import type { SessionSettings } from '../platform/database/session-client.js';

/** Of a session that reads or writes whole tables: waiting for a lock ends, though a backup may hold some for hours. */
export const WHOLE_TABLES: SessionSettings = { lock_timeout: '60s' };

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
