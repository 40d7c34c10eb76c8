import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a notification was mailed to its member of staff. */
export class NotificationMails1764930000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications ADD COLUMN "mailedAt" timestamptz');
    // What was there before is not mailed.
    await runner.query('UPDATE notifications SET "mailedAt" = "at"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications DROP COLUMN "mailedAt"');
  }
}
