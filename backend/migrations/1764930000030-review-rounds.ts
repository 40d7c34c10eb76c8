import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a reviewer says at the end of a round ("I'm done"), and what staff answer to a rejection. Both are kept in the history
 * as well.
 */
export class ReviewRounds1764930000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of SUBJECTS) await runner.query(`ALTER TABLE ${table} ADD COLUMN "done" jsonb`);
    for (const table of REVIEWED) {
      await runner.query(`ALTER TABLE ${table}
        ADD COLUMN "reply" text NOT NULL DEFAULT '', ADD COLUMN "replyBefore" text NOT NULL DEFAULT ''`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of REVIEWED)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN "replyBefore", DROP COLUMN "reply"`);
    for (const table of SUBJECTS) await runner.query(`ALTER TABLE ${table} DROP COLUMN "done"`);
  }
}

const SUBJECTS = ['moments', 'gmb_optimizations'];
const REVIEWED = ['images', 'optimization_sections'];
