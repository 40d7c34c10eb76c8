import { DataSource } from 'typeorm';
import { expect } from '@jest/globals';
import { loadConfig } from '../../src/config.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { runChecks } from '../../src/cli/doctor/run-checks.js';
import { configuredStorage } from '../../src/platform/storage/storage.module.js';
import { eventually } from '../eventually.js';
import { wrongRows } from '../wrong-rows.js';

/** The data stores of a product; TestApp and Cluster have this shape. */
export interface Place {
  databaseUrl: string;
  dataDir: string;
}

/**
 * Waits until no run goes on, and expects that rows, files, counts and statuses agree: that `npm run doctor` finds nothing, and
 * no row is wrong.
 * Files of broken uploads count as agreeing while their removal is scheduled.
 * @param env what else configures the product: `S3_*`, `REDIS_URL`
 * @param expected findings that are right at the moment, such as that the storage cannot be used
 */
export async function expectAgreement(
  { databaseUrl, dataDir }: Place,
  env: Record<string, string> = {},
  expected?: RegExp,
): Promise<void> {
  const config = loadConfig({ ...env, DATA_DIR: dataDir });
  const places = { databaseUrl, storage: await configuredStorage(config), redisUrl: config.redisUrl };
  const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 1 }).initialize();
  try {
    const active = `SELECT "id", "kind", "state" FROM runs WHERE "state" IN ('queued', 'running')`;
    await eventually(async () => expect(await db.query(active)).toEqual([]));
    expect(await wrongRows(db)).toEqual([]);
  } finally {
    await db.destroy();
  }
  await eventually(async () => {
    const findings: string[] = [];
    await runChecks(places, { mode: 'check' }, ({ problem }) => findings.push(problem));
    expect(findings.filter((finding) => !expected?.test(finding))).toEqual([]);
  });
}
