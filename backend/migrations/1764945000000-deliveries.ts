import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was delivered. Photos that are approved already count as delivered, so that packages of earlier months do not come up as
 * work.
 */
export class Deliveries1764945000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE deliveries (
      "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      "fileName" text NOT NULL,
      "format" text NOT NULL,
      "hasPosition" boolean NOT NULL,
      "hasTable" boolean NOT NULL,
      "photos" jsonb NOT NULL,
      "withheld" jsonb NOT NULL DEFAULT '[]',
      "userId" uuid REFERENCES users ("id") ON DELETE SET NULL,
      "leasedUntil" timestamptz,
      "endedAt" timestamptz,
      "createdAt" timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query('CREATE INDEX deliveries_by_user ON deliveries ("userId") WHERE "leasedUntil" IS NOT NULL');
    await runner.query('ALTER TABLE images ADD COLUMN "deliveredVersion" int');
    await runner.query(`UPDATE images SET "deliveredVersion" = "version" WHERE "status" = 'approved'`);
    await runner.query(`ALTER TABLE moments ADD COLUMN "undelivered" int NOT NULL DEFAULT 0,
      ADD COLUMN "deliveredAt" timestamptz, ADD COLUMN "deliveredBy" text`);
    await runner.query(`CREATE INDEX moments_undelivered ON moments ("createdAt" DESC)
      WHERE "status" = 'approved' AND "undelivered" > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX moments_undelivered');
    await runner.query(
      `ALTER TABLE moments DROP COLUMN "undelivered", DROP COLUMN "deliveredAt", DROP COLUMN "deliveredBy"`,
    );
    await runner.query('ALTER TABLE images DROP COLUMN "deliveredVersion"');
    await runner.query('DROP TABLE deliveries');
  }
}
