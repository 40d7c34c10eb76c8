import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { makeArchives, startStoredApp, type Archives, type StoredApp } from '../../../test/backups.js';
import { createClient, createMomentWithImages, createOptimization } from '../../../test/factories.js';
import { administer, createDatabase, type TestDatabase } from '../../../test/database.js';
import { MIGRATIONS } from '../../database/applied-migrations.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { DeletionsService } from '../../platform/storage/deletions.service.js';
import { BACKED_UP_TABLES, LEFT_OUT_TABLES, MIGRATION_TABLES } from './snapshot.js';

jest.setTimeout(120_000);

describe('a restore', () => {
  let archives: Archives;
  let source: StoredApp;

  beforeAll(async () => {
    archives = await makeArchives();
    source = await startStoredApp('disk');
    await createMomentWithImages(await source.staff(), 2);
    await archives.backUp(source, 'now.tar');
  });
  afterAll(async () => {
    await source.close();
    await archives.remove();
  });

  it('leaves out no table that holds data', async () => {
    const rows: { name: string }[] = await source.db.query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`,
    );
    const known = [...BACKED_UP_TABLES, ...LEFT_OUT_TABLES, ...MIGRATION_TABLES];
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  describe('into a database', () => {
    let database: TestDatabase;
    let db: DataSource;
    const target = () => ({ databaseUrl: database.url, storage: source.storage });

    beforeEach(async () => {
      database = await createDatabase();
      db = await new DataSource({ ...dataSourceOptions(database.url), poolSize: 2 }).initialize();
    });
    afterEach(async () => {
      await db.destroy();
      await database.drop();
    });

    const applied = async (): Promise<string[]> =>
      ((await db.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[]).map(({ name }) => name);

    it('without any table creates them', async () => {
      await db.query('DROP SCHEMA public CASCADE');
      await db.query('DROP SCHEMA bullmq CASCADE');
      await db.query('CREATE SCHEMA public');
      await archives.restore(target(), 'now.tar');
      expect(await applied()).toEqual(MIGRATIONS);
      expect(await db.query('SELECT FROM images')).toHaveLength(2);
      expect(await db.query(`SELECT to_regclass('bullmq.migration') IS NOT NULL AS made`)).toEqual([{ made: true }]);
    });

    it('may be done by a role that has no rights but to its database', async () => {
      const role = new URL(database.url).pathname.slice(1);
      await administer(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
      const name = `${role}_own`;
      await administer(`CREATE DATABASE ${name} OWNER ${role}`);
      try {
        const url = new URL(database.url);
        Object.assign(url, { username: role, password: 'secret', pathname: `/${name}` });
        const own = { databaseUrl: url.href, storage: source.storage };
        await archives.restore(own, 'now.tar');
        await archives.backUp(own, 'own.tar');
        expect(await archives.restore(own, 'own.tar', 'replace')).toMatchObject({ files: 6, existing: 6 });
      } finally {
        await administer(`DROP DATABASE ${name} WITH (FORCE)`);
        await administer(`DROP ROLE ${role}`);
      }
    });

    it('that has nothing but its first user takes an archive, and with a second one asks for --replace', async () => {
      const user = `INSERT INTO users ("email", "passwordHash", "name") VALUES ($1, '', '')`;
      await db.query(user, ['first@example.com']);
      await archives.restore(target(), 'now.tar');
      await db.query('TRUNCATE users, agencies, clients, reviews, images CASCADE');
      await db.query(user, ['first@example.com']);
      await db.query(user, ['second@example.com']);
      await expect(archives.restore(target(), 'now.tar')).rejects.toThrow('The database holds data already.');
    });

    it('that another application uses too is refused, also with --replace', async () => {
      await db.query('CREATE TABLE invoices ()');
      for (const present of ['refuse', 'replace'] as const) {
        await expect(archives.restore(target(), 'now.tar', present)).rejects.toThrow(
          'The database holds tables of something else (invoices): restore into a database of its own',
        );
      }
      expect(await applied()).toEqual(MIGRATIONS);
    });

    it('of a newer version restores the schema of the archive’s version', async () => {
      await db.query(`INSERT INTO migrations ("timestamp", "name") VALUES (1999999999999, 'Later1999999999999')`);
      await db.query('CREATE TABLE later_things ("clientId" uuid REFERENCES clients)');
      await db.query(`CREATE FUNCTION later_rule() RETURNS int LANGUAGE sql AS 'SELECT 1'`);
      await expect(archives.backUp(target(), 'later.tar')).rejects.toThrow(
        /^The database is of a newer version of GMB Moments, which changed it by Later1999999999999/,
      );
      await archives.restore(target(), 'now.tar');
      expect(await applied()).toEqual(MIGRATIONS);
      expect(await db.query(`SELECT to_regclass('later_things') AS gone`)).toEqual([{ gone: null }]);
      await expect(db.query('SELECT later_rule()')).rejects.toThrow('does not exist');
    });

    it('is refused without an archive', async () => {
      await db.query('DROP TABLE migrations');
      await expect(archives.backUp(target(), 'none.tar')).rejects.toThrow(
        'The database holds nothing of GMB Moments yet',
      );
    });
  });

  describe('into a product that is in use', () => {
    let other: StoredApp;

    beforeAll(async () => {
      other = await startStoredApp('disk');
      await createMomentWithImages(await other.staff(), 1, {
        clientId: (await createClient(await other.staff(), { business: 'Old' })).id,
      });
      await createOptimization(await other.staff());
    });
    afterAll(() => other.close());

    const files = async ({ db, storage }: StoredApp): Promise<boolean[]> => {
      const rows: { key: string }[] = await db.query(
        `SELECT 'images/' || "fileId" || '/original.' || "extension" AS key FROM images`,
      );
      return Promise.all(rows.map(async ({ key }) => (await storage.stat(key)) !== null));
    };

    it('is refused', async () => {
      await expect(archives.restore(other, 'now.tar')).rejects.toThrow(
        'The database holds data already. With --replace all of it is replaced by the archive; the API and all workers must be stopped then',
      );
      expect(await other.db.query('SELECT "business" FROM clients WHERE "business" = \'Old\'')).toHaveLength(1);
    });

    it('replaces everything with --replace, and schedules the removal of files that no row owns any more', async () => {
      const [{ folder }] = await other.db.query(`SELECT 'images/' || "fileId" AS folder FROM images`);
      await other.db.query(`INSERT INTO deletions ("folder") VALUES ('images/scheduled-before')`);
      expect(await archives.restore(other, 'now.tar', 'replace')).toMatchObject({ files: 6, existing: 0 });
      expect(await other.db.query('SELECT FROM optimizations')).toEqual([]);
      const scheduled = await other.db.query('SELECT "folder" FROM deletions ORDER BY 1');
      expect(scheduled).toEqual([folder, 'images/scheduled-before'].toSorted().map((name) => ({ folder: name })));
      expect(await new DeletionsService(other.db, other.storage).runDue()).toBe(2);
      expect(await files(other)).toEqual([true, true]);
    });

    it('again stores no file twice and removes none', async () => {
      expect(await archives.restore(other, 'now.tar', 'replace')).toMatchObject({ files: 6, existing: 6 });
      expect(await new DeletionsService(other.db, other.storage).runDue()).toBe(0);
      expect(await files(other)).toEqual([true, true]);
    });
  });
});
