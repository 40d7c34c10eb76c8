import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase, type OpenDatabase } from '../../test/database.js';
import { migrate } from './migrate.js';

interface Column {
  table: string;
  name: string;
  type: string;
  mayBeLeftOut: boolean;
}

const COLUMNS = `SELECT table_name AS "table", column_name AS name, data_type AS type,
  is_nullable = 'YES' OR column_default IS NOT NULL AS "mayBeLeftOut"
  FROM information_schema.columns WHERE table_schema = 'public'`;

describe('the migrations', () => {
  let database: OpenDatabase;
  let db: DataSource;

  beforeEach(async () => {
    database = await openDatabase();
    ({ db } = database);
  });
  afterEach(() => database.drop());

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

  it('can be reverted one by one, and run again', async () => {
    await goBackBefore('gmb_optimizations');
    expect(await hasTable('moments')).toBe(true);
    await goBackBefore('moments');
    expect(await db.query('SELECT name FROM migrations')).toEqual([]);
    await migrate(database.url);
    expect(await hasTable('gmb_optimizations')).toBe(true);
  });

  it('only add, so that processes of the previous version can still read and write', async () => {
    const columns = async (): Promise<Column[]> => db.query(COLUMNS);
    const same = (a: Pick<Column, 'table' | 'name'>) => (b: Column) => a.table === b.table && a.name === b.name;
    // Version 1.0.0 replaced the tables of background work; older processes are stopped before it.
    const { length: all } = db.migrations;
    await goBackBefore('runs');
    let newer = await columns();
    for (let length = all - 1; length > 1; length -= 1) {
      await db.undoLastMigration();
      const older = await columns();
      for (const { table, name, type, mayBeLeftOut } of older) {
        expect(newer.find(same({ table, name }))).toMatchObject({ type, ...(mayBeLeftOut && { mayBeLeftOut }) });
      }
      const tables = new Set(older.map(({ table }) => table));
      const added = newer.filter((column) => tables.has(column.table) && !older.some(same(column)));
      expect(added.filter(({ mayBeLeftOut }) => !mayBeLeftOut)).toEqual([]);
      newer = older;
    }
    expect(await hasTable('gmb_optimizations')).toBe(false);
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

  it('keep the runs of captions and suggestions with their items, also when reverted', async () => {
    await goBackBefore('runs');
    const [client] = await db.query(`INSERT INTO clients ("business") VALUES ('Bloom') RETURNING "id"`);
    const [moment] = await db.query(`INSERT INTO moments ("title", "clientId") VALUES ('M', $1) RETURNING "id"`, [
      client.id,
    ]);
    const [optimization] = await db.query(
      `INSERT INTO gmb_optimizations ("clientId", "businessName", "publicLink") VALUES ($1, 'B', 'link') RETURNING "id"`,
      [client.id],
    );
    const [captions] = await db.query(
      `INSERT INTO caption_runs ("momentId", "kind", "total", "done", "state") VALUES ($1, 'missing', 2, 1, 'running') RETURNING *`,
      [moment.id],
    );
    await db.query(
      `INSERT INTO caption_run_items ("runId", "imageId", "position", "state", "message")
       VALUES ($1, gen_random_uuid(), 0, 'done', ''), ($1, gen_random_uuid(), 1, 'failed', 'Too dark.')`,
      [captions.id],
    );
    const [suggestions] = await db.query(
      `INSERT INTO optimization_runs ("optimizationId", "kind", "feedback", "total") VALUES ($1, 'regenerate', 'Shorter', 1) RETURNING *`,
      [optimization.id],
    );
    const seen = { version: 2, approval: 'rejected', feedback: 'No' };
    await db.query(`INSERT INTO optimization_run_items ("runId", "section", "seen") VALUES ($1, 'faqs', $2)`, [
      suggestions.id,
      seen,
    ]);
    const before = [
      await db.query('SELECT * FROM caption_runs'),
      await db.query('SELECT * FROM caption_run_items ORDER BY "position"'),
    ];
    await migrate(database.url);
    const { createdAt } = suggestions;
    expect(await db.query(`SELECT * FROM runs WHERE "kind" = 'optimizations'`)).toMatchObject([
      {
        id: suggestions.id,
        subjectId: optimization.id,
        payload: { mode: 'regenerate', feedback: 'Shorter' },
        state: 'queued',
        createdAt,
      },
    ]);
    expect(await db.query(`SELECT * FROM run_items WHERE "runId" = $1`, [suggestions.id])).toMatchObject([
      { key: 'faqs', payload: { seen }, state: 'waiting' },
    ]);
    await goBackBefore('runs');
    expect([
      await db.query('SELECT * FROM caption_runs'),
      await db.query('SELECT * FROM caption_run_items ORDER BY "position"'),
    ]).toEqual(before);
    expect(await db.query('SELECT "section", "seen" FROM optimization_run_items')).toEqual([{ section: 'faqs', seen }]);
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
