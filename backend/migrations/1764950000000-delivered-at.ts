import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each photo was delivered; of those that were before, when their moment was last. */
export class DeliveredAt1764950000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images ADD COLUMN "deliveredAt" timestamptz');
    await runner.query(`UPDATE images SET "deliveredAt" = moments."deliveredAt" FROM moments
      WHERE moments."id" = images."momentId" AND moments."deliveredAt" IS NOT NULL AND images."deliveredVersion" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images DROP COLUMN "deliveredAt"');
  }
}
