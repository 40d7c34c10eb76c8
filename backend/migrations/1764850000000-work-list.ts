import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the work list of staff looks up: when a visitor first opened or decided on a moment, kept by a trigger on the history,
 * and the few rows that wait for staff.
 */
export class WorkList1764850000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  'ALTER TABLE moments ADD COLUMN "openedAt" timestamptz',
  `CREATE FUNCTION note_opened() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN UPDATE moments SET "openedAt" = NEW."at" WHERE "id" = NEW."momentId" AND "openedAt" IS NULL; RETURN NULL; END $$`,
  `CREATE TRIGGER history_notes_opened AFTER INSERT ON history
    FOR EACH ROW WHEN (NEW."actor" = 'visitor' AND NEW."momentId" IS NOT NULL) EXECUTE FUNCTION note_opened()`,
  `UPDATE moments SET "openedAt" = first."at"
    FROM (
      SELECT "momentId", min("at") AS "at" FROM history WHERE "actor" = 'visitor' AND "momentId" IS NOT NULL GROUP BY "momentId"
    ) first
    WHERE moments."id" = first."momentId"`,
  `CREATE INDEX moments_unopened ON moments ("sharedAt")
    WHERE "openedAt" IS NULL AND "sharedAt" IS NOT NULL AND "status" = 'pending'`,
  `CREATE INDEX optimization_sections_rejected ON optimization_sections ("optimizationId") WHERE "approval" = 'rejected'`,
  `CREATE INDEX runs_failed ON runs ("createdAt") WHERE "kind" = 'captions' AND "failed" > 0`,
];

const DOWN = [
  'DROP INDEX runs_failed',
  'DROP INDEX optimization_sections_rejected',
  'DROP INDEX moments_unopened',
  'DROP TRIGGER history_notes_opened ON history',
  'DROP FUNCTION note_opened',
  'ALTER TABLE moments DROP COLUMN "openedAt"',
];
