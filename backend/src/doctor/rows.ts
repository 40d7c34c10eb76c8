import type { Client } from 'pg';

const AT_A_TIME = 500;

/**
 * The rows of a query as they were at one instant, a few at a time. No transaction stays open meanwhile, so that nobody is
 * held up by what is done with them.
 */
export async function* rowsOf<Row extends object>(client: Client, query: string): AsyncGenerator<Row> {
  await client.query(`DECLARE suspects CURSOR WITH HOLD FOR ${query}`);
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${AT_A_TIME} FROM suspects`);
      yield* rows;
      if (rows.length < AT_A_TIME) return;
    }
  } finally {
    await client.query('CLOSE suspects').catch(() => undefined);
  }
}
