import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often each section was decided, so that a decision can name the one before it. */
export class SectionDecisions1764710000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE optimization_sections ADD COLUMN "decisionRevision" integer NOT NULL DEFAULT 1',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optimization_sections DROP COLUMN "decisionRevision"');
  }
}
