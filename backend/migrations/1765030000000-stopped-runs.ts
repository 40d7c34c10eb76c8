import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a run stopped because what it did could not be saved. */
export class StoppedRuns1765030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE runs ADD COLUMN "stops" int NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE runs DROP COLUMN "stops"`);
  }
}
