import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the checks of agencies' domains found, and when each verified one is checked again. */
export class DomainChecks1764200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE agencies
      ADD COLUMN "domainNote" text NOT NULL DEFAULT '',
      ADD COLUMN "domainMisses" integer NOT NULL DEFAULT 0,
      ADD COLUMN "domainDueAt" timestamptz NOT NULL DEFAULT now()`);
    await queryRunner.query('CREATE INDEX agencies_domain_due ON agencies ("domainDueAt") WHERE "domainVerified"');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE agencies DROP COLUMN "domainNote", DROP COLUMN "domainMisses", DROP COLUMN "domainDueAt"',
    );
  }
}
