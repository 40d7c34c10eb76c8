import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A run remembers its sections as they were when it was asked for, so that whatever changed since is left alone. */
export class SeenSections1764200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optimization_run_items ADD COLUMN "seen" jsonb');
    await queryRunner.query(
      `UPDATE optimization_run_items AS item
       SET seen = jsonb_build_object('version', version, 'approval', approval, 'feedback', section.feedback)
       FROM optimization_runs AS run JOIN optimization_sections AS section USING ("optimizationId")
       WHERE run.id = item."runId" AND section.section = item.section`,
    );
    await queryRunner.query('ALTER TABLE optimization_run_items ALTER COLUMN "seen" SET NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optimization_run_items DROP COLUMN "seen"');
  }
}
