import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The request that each run goes back to. */
export class RequestIds1764300000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE caption_runs ADD COLUMN "requestId" text');
    await queryRunner.query('ALTER TABLE optimization_runs ADD COLUMN "requestId" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE caption_runs DROP COLUMN "requestId"');
    await queryRunner.query('ALTER TABLE optimization_runs DROP COLUMN "requestId"');
  }
}
