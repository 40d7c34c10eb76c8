import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When staff put the approved text of a section where it belongs, who did, and which version that was. */
export class AppliedSections1764946000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE optimization_sections ADD COLUMN "applied" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE optimization_sections DROP COLUMN "applied"`);
  }
}
