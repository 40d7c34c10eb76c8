import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the original of an image consists of, so that one that lost bytes is found; null for images of before. */
export class OriginalContents1764810000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE images ADD COLUMN "bytes" int, ADD COLUMN "sha256" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE images DROP COLUMN "bytes", DROP COLUMN "sha256"');
  }
}
