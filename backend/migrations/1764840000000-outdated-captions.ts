import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an image's caption was written for a picture that has been replaced since. */
export class OutdatedCaptions1764840000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE images ADD COLUMN "captionOutdated" boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE images DROP COLUMN "captionOutdated"');
  }
}
