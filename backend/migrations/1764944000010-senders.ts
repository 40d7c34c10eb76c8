import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who gets the answers to reviewers' mails: the member of staff who shared, otherwise their agency; and where the agency is. */
export class Senders1764944000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE agencies ADD COLUMN "replyTo" text NOT NULL DEFAULT '',
      ADD COLUMN "postalAddress" text NOT NULL DEFAULT ''`);
    await runner.query('ALTER TABLE review_links ADD COLUMN "sharedById" uuid REFERENCES users ON DELETE SET NULL');
    await runner.query('CREATE INDEX review_links_by_sharer ON review_links ("sharedById")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE review_links DROP COLUMN "sharedById"');
    await runner.query('ALTER TABLE agencies DROP COLUMN "replyTo", DROP COLUMN "postalAddress"');
  }
}
