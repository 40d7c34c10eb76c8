import { DataSource } from 'typeorm';
import { expect } from '@jest/globals';
import { loadConfig } from '../src/config.js';
import { dataSourceOptions } from '../src/database/data-source.js';
import { examine } from '../src/doctor/examine.js';
import { RUN_TABLES } from '../src/runs/run-tables.js';
import { configuredStorage } from '../src/storage/configured-storage.js';
import { eventually } from '../test/eventually.js';

/** Where a product keeps its data; a TestApp and a Cluster are such. */
export interface Place {
  databaseUrl: string;
  dataDir: string;
}

/**
 * Waits until no run goes on, and expects that rows, files, counts and statuses agree: that `npm run doctor` finds nothing.
 * Files of broken uploads count as agreeing while their removal is scheduled.
 * @param env what else configures the product: `S3_*`, `REDIS_URL`
 */
export async function expectAgreement(
  { databaseUrl, dataDir }: Place,
  env: Record<string, string> = {},
): Promise<void> {
  const config = loadConfig({ ...env, DATA_DIR: dataDir });
  const premises = { databaseUrl, storage: await configuredStorage(config), redisUrl: config.redisUrl };
  await eventually(async () => expect(await activeRuns(databaseUrl)).toEqual([]));
  await eventually(async () => {
    const findings: string[] = [];
    await examine(premises, 'look', ({ what }) => findings.push(what));
    expect(findings).toEqual([]);
  });
}

async function activeRuns(databaseUrl: string): Promise<unknown[]> {
  const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 1 }).initialize();
  const selects = Object.values(RUN_TABLES).map(
    (table) => `SELECT "id", '${table}' AS "table", "state" FROM ${table} WHERE "state" IN ('queued', 'running')`,
  );
  return db.query<unknown[]>(selects.join(' UNION ALL ')).finally(() => db.destroy());
}
