import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When reviewers are to decide by, and after how many days they are reminded. */
export class Reminders1764930000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of SUBJECTS) await runner.query(`ALTER TABLE ${table} ADD COLUMN "dueOn" date`);
    await runner.query(`ALTER TABLE clients ADD COLUMN "reminderDays" int[] NOT NULL DEFAULT '{1,3,5}'`);
    await runner.query(`CREATE INDEX mails_reminders ON mails ("linkId", "dueAt")
      WHERE "kind" = 'reminder' AND "state" IN ('waiting', 'unsent')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mails_reminders');
    await runner.query('ALTER TABLE clients DROP COLUMN "reminderDays"');
    for (const table of SUBJECTS) await runner.query(`ALTER TABLE ${table} DROP COLUMN "dueOn"`);
  }
}

const SUBJECTS = ['moments', 'gmb_optimizations'];
