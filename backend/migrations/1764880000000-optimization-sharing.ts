import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When staff gave the link of an optimization away, and when a visitor first opened or decided on it, kept by a trigger on
 * the history like that of moments. Whatever a visitor has opened was shared.
 */
export class OptimizationSharing1764880000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  'ALTER TABLE gmb_optimizations ADD COLUMN "sharedAt" timestamptz, ADD COLUMN "openedAt" timestamptz',
  `CREATE FUNCTION note_optimization_opened() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      UPDATE gmb_optimizations SET "openedAt" = NEW."at" WHERE "id" = NEW."optimizationId" AND "openedAt" IS NULL;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER history_notes_optimization_opened AFTER INSERT ON history
    FOR EACH ROW WHEN (NEW."actor" = 'visitor' AND NEW."optimizationId" IS NOT NULL)
    EXECUTE FUNCTION note_optimization_opened()`,
  `UPDATE gmb_optimizations SET "openedAt" = first."at", "sharedAt" = first."at"
    FROM (
      SELECT "optimizationId", min("at") AS "at" FROM history
      WHERE "actor" = 'visitor' AND "optimizationId" IS NOT NULL GROUP BY "optimizationId"
    ) first
    WHERE gmb_optimizations."id" = first."optimizationId"`,
  `CREATE INDEX gmb_optimizations_unshared ON gmb_optimizations ("createdAt" DESC)
    WHERE "status" = 'in_progress' AND "currentStep" = 5 AND "sharedAt" IS NULL AND "openedAt" IS NULL`,
  `CREATE INDEX gmb_optimizations_unopened ON gmb_optimizations ("sharedAt")
    WHERE "status" = 'in_progress' AND "sharedAt" IS NOT NULL AND "openedAt" IS NULL`,
];

const DOWN = [
  'DROP INDEX gmb_optimizations_unopened',
  'DROP INDEX gmb_optimizations_unshared',
  'DROP TRIGGER history_notes_optimization_opened ON history',
  'DROP FUNCTION note_optimization_opened',
  'ALTER TABLE gmb_optimizations DROP COLUMN "openedAt", DROP COLUMN "sharedAt"',
];
