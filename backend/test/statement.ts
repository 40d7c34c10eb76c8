import { Client } from 'pg';

/** Runs a statement in the database of a product that is running, beside its own connections. */
export async function runStatement(databaseUrl: string, statement: string, parameters: unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement, parameters);
  } finally {
    await client.end();
  }
}
