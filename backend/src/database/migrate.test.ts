import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../../test/database.js';
import { runStatement } from '../../test/statement.js';
import { checkDatabase } from './check-database.js';
import { dataSourceOptions } from './data-source.js';
import { migrate } from './migrate.js';
import { untilMigrated } from './pending-migrations.js';

type Migration = new () => MigrationInterface;

interface Column {
  table: string;
  name: string;
  type: string;
  mayBeLeftOut: boolean;
}

const COLUMNS = `SELECT table_name AS "table", column_name AS name, data_type AS type,
  is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS "mayBeLeftOut"
  FROM information_schema.columns WHERE table_schema = 'public'`;

/** What the product made, beside the tables of TypeORM for migrations. */
const MADE = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S')
    AND relname NOT LIKE 'migrations%' AND relname <> 'typeorm_metadata'
  UNION ALL
  SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  ORDER BY 1`;

/**
 * Takes the migrations after the first one back, one by one. Returns what each did that a process of the version before it could not
 * read or write with: columns that are gone, have another type or must be given now.
 */
async function breaches(db: DataSource): Promise<string[]> {
  const found: string[] = [];
  const same = (a: Column) => (b: Column) => a.table === b.table && a.name === b.name;
  for (const migration of db.migrations.slice(1).toReversed()) {
    const after: Column[] = await db.query(COLUMNS);
    await db.undoLastMigration();
    const before: Column[] = await db.query(COLUMNS);
    const report = ({ table, name }: Column, what: string) =>
      found.push(`${migration.constructor.name}: ${table}.${name} ${what}`);
    for (const column of before) {
      const now = after.find(same(column));
      if (!now) report(column, 'is gone');
      else if (now.type !== column.type) report(column, `was ${column.type}`);
      else if (column.mayBeLeftOut && !now.mayBeLeftOut) report(column, 'could be left out');
    }
    const tables = new Set(before.map(({ table }) => table));
    const added = after.filter((column) => tables.has(column.table) && !before.some(same(column)));
    for (const column of added.filter(({ mayBeLeftOut }) => !mayBeLeftOut)) report(column, 'is new and must be given');
  }
  return found;
}

/** A migration after all of this version. */
function later(up: string, down: string): Migration {
  return class Later1999999999999 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(up);
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.query(down);
    }
  };
}

describe('the migrations', () => {
  let database: TestDatabase;
  let db: DataSource;

  /** Migrates a database further than this version does. */
  async function open(...more: Migration[]): Promise<void> {
    database = await createDatabase();
    const options = dataSourceOptions(database.url);
    const migrations = [...options.migrations, ...more];
    db = await new DataSource({ ...options, migrations, poolSize: 2 }).initialize();
    await db.runMigrations({ transaction: 'each' });
  }

  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  it('can be reverted, which leaves nothing, and run again', async () => {
    await open();
    const made = await db.query(MADE);
    expect(made).toContainEqual({ name: 'reviews' });
    while (((await db.query('SELECT FROM migrations')) as object[]).length > 0) await db.undoLastMigration();
    expect(await db.query(MADE)).toEqual([]);
    await migrate(database.url);
    await migrate(database.url);
    expect(await db.query(MADE)).toEqual(made);
  });

  it('after that of 1.0.0 only add, so that processes of the previous version can still read and write', async () => {
    await open();
    expect(await breaches(db)).toEqual([]);
  });

  it.each([
    ['a column that may be empty', 'ALTER TABLE clients ADD "x" text', 'ALTER TABLE clients DROP "x"'],
    ['a column with a default', 'ALTER TABLE clients ADD "x" int NOT NULL DEFAULT 0', 'ALTER TABLE clients DROP "x"'],
    ['a table', 'CREATE TABLE things ("id" uuid PRIMARY KEY, "name" text NOT NULL)', 'DROP TABLE things'],
  ])('may add %s', async (_what, up, down) => {
    await open(later(up, down));
    expect(await breaches(db)).toEqual([]);
  });

  it.each([
    [
      'add a column that must be given',
      'ALTER TABLE clients ADD "x" text NOT NULL',
      'ALTER TABLE clients DROP "x"',
      'clients.x is new and must be given',
    ],
    [
      'remove a column',
      'ALTER TABLE clients DROP "notes"',
      `ALTER TABLE clients ADD "notes" text NOT NULL DEFAULT ''`,
      'clients.notes is gone',
    ],
    [
      'rename a column',
      'ALTER TABLE clients RENAME "notes" TO "remarks"',
      'ALTER TABLE clients RENAME "remarks" TO "notes"',
      'clients.notes is gone',
    ],
    ['remove a table', 'DROP TABLE rate_limits', 'CREATE TABLE rate_limits ("key" text)', 'rate_limits.key is gone'],
    [
      'change the type of a column',
      'ALTER TABLE users ALTER "credentialVersion" TYPE bigint',
      'ALTER TABLE users ALTER "credentialVersion" TYPE integer',
      'users.credentialVersion was integer',
    ],
    [
      'require a column',
      'ALTER TABLE agencies ALTER "logoFileId" SET NOT NULL',
      'ALTER TABLE agencies ALTER "logoFileId" DROP NOT NULL',
      'agencies.logoFileId could be left out',
    ],
    [
      'drop a default',
      'ALTER TABLE clients ALTER "notes" DROP DEFAULT',
      `ALTER TABLE clients ALTER "notes" SET DEFAULT ''`,
      'clients.notes could be left out',
    ],
  ])('may not %s', async (_what, up, down, breach) => {
    await open(later(up, down));
    expect(await breaches(db)).toEqual([`Later1999999999999: ${breach}`]);
  });
});

const REFUSAL =
  'The database was made by a version before 1.0.0, which was never released, and cannot be taken over: start with an empty database';

describe('a database of a version before 1.0.0', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    await runStatement(
      database.url,
      `CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL);
       INSERT INTO migrations (timestamp, name) VALUES (1764000000000, 'Initial1764000000000');
       CREATE TABLE moments ("id" uuid PRIMARY KEY, "title" text NOT NULL)`,
    );
  });
  afterEach(() => database.drop());

  it('is refused by all that would use it, and left as it is', async () => {
    const uses = [
      migrate(database.url),
      checkDatabase(database.url),
      untilMigrated(database.url, new Logger(), new AbortController().signal),
    ];
    for (const result of await Promise.allSettled(uses)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: REFUSAL } });
    }
    const db = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    try {
      expect(await db.query('SELECT name FROM migrations')).toEqual([{ name: 'Initial1764000000000' }]);
      expect(await db.query(MADE)).toEqual([{ name: 'moments' }]);
    } finally {
      await db.destroy();
    }
  });
});
