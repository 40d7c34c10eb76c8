import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often each section was decided, so that a decision can name the one before it; and where that was too often. */
export class SectionDecisions1764720000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE optimization_sections ADD COLUMN "decisionRevision" integer NOT NULL DEFAULT 1',
    );
    await queryRunner.query('ALTER TABLE gmb_optimizations ADD COLUMN "throttledUntil" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE gmb_optimizations DROP COLUMN "throttledUntil"');
    await queryRunner.query('ALTER TABLE optimization_sections DROP COLUMN "decisionRevision"');
  }
}
