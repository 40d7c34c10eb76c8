import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes whether a caption holds words of staff; what is known of that is who changed it last. */
export class CaptionsByHand1764925000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images ADD COLUMN "captionByHand" boolean NOT NULL DEFAULT false');
    await runner.query(`
      UPDATE images SET "captionByHand" = true
      WHERE "captionEditor" <> 'The AI' AND concat("title", "description", "exifKeywords", "geoAltDescription") <> ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images DROP COLUMN "captionByHand"');
  }
}
