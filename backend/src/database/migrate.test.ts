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

  /** Takes migrations back, the last one first, until the one that made this table is. */
  async function goBackBefore(table: string): Promise<void> {
    while (await hasTable(table)) await db.undoLastMigration();
  }

  const agencyColumns = async (): Promise<string[]> => {
    const from = `FROM information_schema.columns WHERE table_name = 'agencies'`;
    return ((await db.query(`SELECT column_name AS name ${from}`)) as { name: string }[]).map(({ name }) => name);
  };

  it('can be taken back one by one, and made again', async () => {
    await goBackBefore('gmb_optimizations');
    expect(await hasTable('moments')).toBe(true);
    await goBackBefore('moments');
    expect(await db.query('SELECT name FROM migrations')).toEqual([]);
    await migrate(database.url);
    expect(await hasTable('gmb_optimizations')).toBe(true);
  });

  it('keep what was written before optimizations came', async () => {
    await goBackBefore('gmb_optimizations');
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

  it('keep the domains that were verified before they were checked again', async () => {
    while ((await agencyColumns()).includes('domainNote')) await db.undoLastMigration();
    expect(await hasTable('gmb_optimizations')).toBe(true);
    await db.query(
      `INSERT INTO agencies ("name", "primaryColor", "customDomain", "domainVerified") VALUES ('A', '#000000', 'a.example', true)`,
    );
    await migrate(database.url);
    const columns = '"domainVerified", "domainNote", "domainMisses", "domainDueAt" <= now() AS due';
    const kept = { domainVerified: true, domainNote: '', domainMisses: 0, due: true };
    expect(await db.query(`SELECT ${columns} FROM agencies`)).toEqual([kept]);
  });
});
