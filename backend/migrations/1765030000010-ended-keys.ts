import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a key of certificates ended, because the secret that it follows from was changed. */
export class EndedKeys1765030000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE certificate_keys ADD COLUMN "notAfter" timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE certificate_keys DROP COLUMN "notAfter"`);
  }
}
