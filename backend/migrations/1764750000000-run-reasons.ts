import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['caption_run_items', 'optimization_run_items'];

/** Why an item of a run was not written, beside its sentence: the code of the error, and the technical reason. */
export class RunReasons1764750000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(
        `ALTER TABLE ${table} ADD COLUMN "code" text, ADD COLUMN "detail" text NOT NULL DEFAULT ''`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN "code", DROP COLUMN "detail"`);
    }
  }
}
