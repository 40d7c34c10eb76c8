import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The public keys that certificates were signed with, and who delivered. */
export class Certificates1764948000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE certificate_keys (
      "id" text PRIMARY KEY,
      "x" text NOT NULL,
      "y" text NOT NULL,
      "createdAt" timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query('ALTER TABLE deliveries ADD COLUMN "deliveredBy" text');
    await runner.query(`CREATE INDEX deliveries_by_photos ON deliveries USING gin ("photos" jsonb_path_ops)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deliveries_by_photos');
    await runner.query('ALTER TABLE deliveries DROP COLUMN "deliveredBy"');
    await runner.query('DROP TABLE certificate_keys');
  }
}
