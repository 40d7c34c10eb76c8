import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a reviewer's own link was replaced: its token follows from that number too, so that an earlier one opens nothing. */
export class ReplacedLinks1765020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE review_links ADD COLUMN "replaced" int NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE review_links DROP COLUMN "replaced"');
  }
}
