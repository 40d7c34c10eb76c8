import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is measured of a picture at its upload (null: before this version), the photo of the same client that it is a copy of, and
 * the findings that staff ignore.
 */
export class PictureChecks1764947000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE images
        ADD COLUMN "checks" jsonb,
        ADD COLUMN "perceptualHash" bit(64),
        ADD COLUMN "duplicateId" uuid REFERENCES images ("id") ON DELETE SET NULL,
        ADD COLUMN "duplicateMomentId" uuid,
        ADD COLUMN "ignoredFindings" text[] NOT NULL DEFAULT '{}'`,
    );
    await runner.query(`CREATE INDEX images_by_duplicate ON images ("duplicateId") WHERE "duplicateId" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE images DROP COLUMN "checks", DROP COLUMN "perceptualHash", DROP COLUMN "duplicateId",
        DROP COLUMN "duplicateMomentId", DROP COLUMN "ignoredFindings"`,
    );
  }
}
