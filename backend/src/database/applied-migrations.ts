import type { ClientBase } from 'pg';
import { OperatorError } from '../platform/operator-error.js';
import { dataSourceOptions } from './data-source.js';

/** Names of all migrations that this version has, in their order. */
export const MIGRATIONS = dataSourceOptions('').migrations.map(({ name }) => name);

/** Names of the migrations that were applied to a database, in their order; none if it is not the product's. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const found = await client.query<{ found: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS found`);
  if (!found.rows[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

/** Whether these migrations are of a version before 1.0.0. None of them was released, and no migration leads from them to 1.0.0. */
export function isUnreleased(applied: string[]): boolean {
  return applied.length > 0 && !applied.includes(MIGRATIONS[0]!);
}

/**
 * @param applied migrations of a database
 * @throws OperatorError if a version before 1.0.0 made it
 */
export function refuseUnreleased(applied: string[]): void {
  if (!isUnreleased(applied)) return;
  throw new OperatorError(
    'The database was made by a version before 1.0.0, which was never released, and cannot be taken over: start with an empty database',
  );
}
