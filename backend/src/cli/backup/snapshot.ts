import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { getMetadataArgsStorage } from 'typeorm';
import { MIGRATIONS, migrationsOf, refuseUnreleased } from '../../database/applied-migrations.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { filesOf, OWNERS, type FileOwnerRow, type OwnedFile } from '../../database/file-owners.js';
import { OperatorError } from '../../platform/operator-error.js';
import { Deletion } from '../../platform/storage/deletion.entity.js';
import { streamRows } from '../rows.queries.js';
import type { Manifest, TableRecord } from './archive.js';
import { inReadSnapshot, copyTable } from './tables.queries.js';

const { entities } = dataSourceOptions('');

/**
 * Tables whose rows a backup leaves out: sessions, counted attempts, removals of files that the backup may contain,
 * and derived counts.
 */
export const LEFT_OUT_TABLES = ['sessions', 'sign_in_attempts', 'rate_limits', 'deletions', 'moment_counts'];

/** TypeORM's own tables for migrations. */
export const MIGRATION_TABLES = ['migrations', 'typeorm_metadata'];

/** The tables of a backup, referenced tables first. */
export const BACKED_UP_TABLES = entities.filter((entity) => entity !== Deletion).flatMap(tableOf);

/** Returns the table of an entity; none if it shares the table of another one. */
function tableOf(entity: (typeof entities)[number]): string[] {
  const found = getMetadataArgsStorage().tables.find((table) => table.target === entity);
  if (found?.type === 'entity-child') return [];
  if (!found?.name) throw new Error(`${entity.name} does not name its table`);
  return [found.name];
}

/** Groups items into arrays of up to `size`. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The rows of one database snapshot, in files, and the stored files that they own. */
export interface Snapshot extends Pick<Manifest, 'migrations' | 'tables'> {
  /** Returns the path of the file with the rows of a table. */
  fileOf(table: string): string;
  files: AsyncIterable<OwnedFile>;
}

/**
 * Copies all rows that a backup contains into files of this folder, in one database snapshot.
 * @throws OperatorError if the database is not the product's, or of a newer version
 */
export async function takeSnapshot(client: ClientBase, folder: string, signal?: AbortSignal): Promise<Snapshot> {
  const fileOf = (name: string) => join(folder, `${name}.copy`);
  return inReadSnapshot(client, async () => {
    const applied = await checkedMigrations(client);
    const tables: TableRecord[] = [];
    for (const table of BACKED_UP_TABLES) {
      const copied = await copyTable(client, table, fileOf(table), signal);
      if (copied) tables.push(copied);
    }
    return { migrations: applied, tables, fileOf, files: await filesOfRows(client) };
  });
}

/** Returns the stored files of all rows, see `streamRows`. */
export async function filesOfRows(client: ClientBase): Promise<AsyncIterable<OwnedFile>> {
  const owners = await streamRows<FileOwnerRow>(client, OWNERS);
  return (async function* files() {
    for await (const owner of owners) yield* filesOf(owner);
  })();
}

/**
 * Returns the names of the migrations that were applied to the product's database.
 * @throws OperatorError if there are none, or some of a version before 1.0.0 or a newer one than this
 */
export async function checkedMigrations(client: ClientBase): Promise<string[]> {
  const names = await migrationsOf(client);
  if (names.length === 0) throw new OperatorError('The database holds nothing of GMB Moments yet');
  refuseUnreleased(names);
  const unknown = names.filter((name) => !MIGRATIONS.includes(name));
  if (unknown.length === 0) return names;
  throw new OperatorError(
    `The database is of a newer version of GMB Moments, which changed it by ${unknown.join(', ')}: use that version`,
  );
}
