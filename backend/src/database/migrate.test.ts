import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../test/database.js';
import { dataSourceOptions } from './data-source.js';
import { migrate } from './migrate.js';

describe('the migrations', () => {
  let database: TestDatabase;
  let db: DataSource;

  beforeEach(async () => {
    database = await createDatabase();
    db = await new DataSource({ ...dataSourceOptions(database.url), poolSize: 2 }).initialize();
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  const hasTable = async (name: string): Promise<boolean> =>
    ((await db.query('SELECT to_regclass($1) IS NOT NULL AS there', [name])) as { there: boolean }[])[0]!.there;

  it('can be taken back one by one, and made again', async () => {
    await db.undoLastMigration();
    expect(await hasTable('gmb_optimizations')).toBe(true);
    await db.undoLastMigration();
    expect(await hasTable('gmb_optimizations')).toBe(false);
    await db.undoLastMigration();
    expect(await hasTable('moments')).toBe(false);
    await migrate(database.url);
    expect(await hasTable('gmb_optimizations')).toBe(true);
  });

  it('let runs that are going on remember their sections', async () => {
    await db.undoLastMigration();
    const [client] = await db.query(`INSERT INTO clients ("business") VALUES ('Bloom') RETURNING "id"`);
    const [optimization] = await db.query(
      `INSERT INTO gmb_optimizations ("clientId", "businessName", "publicLink") VALUES ($1, 'Bloom', 'x') RETURNING "id"`,
      [client.id],
    );
    await db.query(
      `INSERT INTO optimization_sections ("optimizationId", "section", "version", "approval", "feedback")
       VALUES ($1, 'faqs', 3, 'rejected', 'Shorter')`,
      [optimization.id],
    );
    const [run] = await db.query(
      `INSERT INTO optimization_runs ("optimizationId", "kind", "total") VALUES ($1, 'regenerate', 1) RETURNING "id"`,
      [optimization.id],
    );
    await db.query(`INSERT INTO optimization_run_items ("runId", "section") VALUES ($1, 'faqs')`, [run.id]);
    await migrate(database.url);
    const seen = { version: 3, approval: 'rejected', feedback: 'Shorter' };
    expect(await db.query('SELECT "seen" FROM optimization_run_items')).toEqual([{ seen }]);
  });

  it('keep what was written before optimizations came', async () => {
    await db.undoLastMigration();
    await db.undoLastMigration();
    const [client] = await db.query(`INSERT INTO clients ("business") VALUES ('Bloom') RETURNING "id"`);
    const insert = 'INSERT INTO moments ("title", "clientId") VALUES ($1, $2) RETURNING "id"';
    const [moment] = await db.query(insert, ['Spring', client.id]);
    await db.query(`INSERT INTO history ("momentId", "action", "actor") VALUES ($1, 'moment.created', 'staff')`, [
      moment.id,
    ]);
    await migrate(database.url);
    await migrate(database.url);
    expect(await db.query('SELECT "momentId", "optimizationId", "section" FROM history')).toEqual([
      { momentId: moment.id, optimizationId: null, section: null },
    ]);
  });
});
