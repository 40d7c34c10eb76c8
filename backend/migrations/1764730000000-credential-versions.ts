import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Raised with each change of what a user signs in with; a session counts only while it carries the current one. */
export class CredentialVersions1764730000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN "credentialVersion" integer NOT NULL DEFAULT 1');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN "credentialVersion"');
  }
}
