import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the files of an upload hold, beside their names and sizes. Keys of earlier versions have none of it. */
export class UploadContents1764710000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE idempotency_keys ADD COLUMN "contents" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE idempotency_keys DROP COLUMN "contents"');
  }
}
