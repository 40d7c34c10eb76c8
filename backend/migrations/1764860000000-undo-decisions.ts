import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the decision on a section was before the last one, so that the reviewer can take that back. */
export class UndoDecisions1764860000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE optimization_sections ADD COLUMN "approvalBefore" text, ADD COLUMN "feedbackBefore" text NOT NULL DEFAULT ''`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE optimization_sections DROP COLUMN "approvalBefore", DROP COLUMN "feedbackBefore"',
    );
  }
}
