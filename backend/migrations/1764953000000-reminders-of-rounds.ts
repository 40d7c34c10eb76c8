import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a reviewer is reminded of a new round, and what reminders say to the reviewers of a client. */
export class RemindersOfRounds1764953000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE clients ADD COLUMN "reminderText" text NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE review_links ADD COLUMN "reminderDays" int[] NOT NULL DEFAULT '{}'`);
    // Links that had reminders get the days of their client.
    await runner.query(
      `UPDATE review_links l SET "reminderDays" = c."reminderDays" FROM reviewers r JOIN clients c ON c."id" = r."clientId"
       WHERE r."id" = l."reviewerId" AND EXISTS (SELECT FROM mails m WHERE m."linkId" = l."id" AND m."kind" = 'reminder')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE clients DROP COLUMN "reminderText"`);
    await runner.query(`ALTER TABLE review_links DROP COLUMN "reminderDays"`);
  }
}
