import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps a suggestion for a rejected section that the client does not see until staff resubmit it. */
export class SectionDrafts1764926000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE optimization_sections ADD COLUMN "draft" jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE optimization_sections DROP COLUMN "draft"');
  }
}
