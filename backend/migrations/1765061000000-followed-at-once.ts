import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members of staff who get a summary a day may get mails at once about the clients that they follow. */
export class FollowedAtOnce1765061000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN "followedAtOnce" boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN "followedAtOnce"');
  }
}
