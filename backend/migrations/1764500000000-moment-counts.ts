import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts of moments per status, so that a list need not count rows. Each change inserts rows with +1 or -1, so that
 * transactions do not wait for each other; the rows of one status are merged from time to time.
 */
export class MomentCounts1764500000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { name } of TRIGGERS) await queryRunner.query(`DROP TRIGGER moments_counted_${name} ON moments`);
    for (const { name } of TRIGGERS) await queryRunner.query(`DROP FUNCTION count_moments_${name}`);
    await queryRunner.query('DROP TABLE moment_counts');
    await queryRunner.query('DROP INDEX clients_by_business');
  }
}

const GONE = 'SELECT status, -1 AS n FROM gone';
const CAME = 'SELECT status, 1 AS n FROM came';

const TRIGGERS = [
  { name: 'insert', tables: 'NEW TABLE AS came', change: CAME },
  { name: 'update', tables: 'OLD TABLE AS gone NEW TABLE AS came', change: `${GONE} UNION ALL ${CAME}` },
  { name: 'delete', tables: 'OLD TABLE AS gone', change: GONE },
];

const STATEMENTS = [
  // A list of clients is ordered by it.
  'CREATE INDEX clients_by_business ON clients ("business", "id")',

  `CREATE TABLE moment_counts (
    "status" text NOT NULL,
    "count" integer NOT NULL
  )`,
  // No moment may be created or changed between the first count and the creation of the triggers.
  'LOCK TABLE moments IN SHARE ROW EXCLUSIVE MODE',
  'INSERT INTO moment_counts SELECT status, count(*) FROM moments GROUP BY status',
  ...TRIGGERS.flatMap(({ name, tables, change }) => [
    `CREATE FUNCTION count_moments_${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO moment_counts SELECT status, sum(n) FROM (${change}) changes GROUP BY status HAVING sum(n) <> 0;
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER moments_counted_${name} AFTER ${name.toUpperCase()} ON moments
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION count_moments_${name}()`,
  ]),
];
