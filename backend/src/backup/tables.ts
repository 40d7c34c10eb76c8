import { getMetadataArgsStorage } from 'typeorm';
import { dataSourceOptions } from '../database/data-source.js';
import { Deletion } from '../storage/deletion.entity.js';

const { entities, migrations } = dataSourceOptions('');

/** Made anew where a backup is restored: sign-ins, counted attempts, removals of files that a backup has or has not, and counts. */
export const NOT_KEPT = ['sessions', 'rate_limits', 'deletions', 'moment_counts'];

/** What the migrations themselves keep. */
export const OF_MIGRATIONS = ['migrations', 'typeorm_metadata'];

/** The tables that a backup keeps, in the order in which they depend on each other. */
export const KEPT = entities.filter((entity) => entity !== Deletion).map(nameOf);

/** Names of all migrations that this product has, in their order. */
export const MIGRATIONS = migrations.map((migration) => migration.name);

function nameOf(entity: (typeof entities)[number]): string {
  const found = getMetadataArgsStorage().tables.find((table) => table.target === entity);
  if (!found?.name) throw new Error(`${entity.name} does not say the name of its table`);
  return found.name;
}
