import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which record each suggestion was written from. It is not known of those that are there already. */
export class WrittenFrom1764740000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optimization_sections ADD COLUMN "writtenFrom" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optimization_sections DROP COLUMN "writtenFrom"');
  }
}
