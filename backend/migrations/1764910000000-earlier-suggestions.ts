import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The suggestion that the client rejected last, and what it was before the last decision, which may be taken back. */
export class EarlierSuggestions1764910000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE optimization_sections ADD COLUMN "earlierSuggestion" text, ADD COLUMN "earlierSuggestionBefore" text',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE optimization_sections DROP COLUMN "earlierSuggestionBefore", DROP COLUMN "earlierSuggestion"',
    );
  }
}
