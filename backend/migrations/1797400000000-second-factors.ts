import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticator apps with recovery codes, and whether all need a second factor. */
export class SecondFactors1797400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        -- Names the secret of the user's authenticator app, which follows from it and from the installation's secret.
        ADD "authenticatorKey" uuid,
        -- Step of 30 seconds whose code was used last; that code and earlier ones are not taken again.
        ADD "authenticatorStep" integer;
      CREATE TABLE recovery_codes (
        "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        "codeHash" text NOT NULL,
        PRIMARY KEY ("userId", "codeHash")
      );
      ALTER TABLE settings ADD "requiresSecondFactor" boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE settings DROP "requiresSecondFactor";
      DROP TABLE recovery_codes;
      ALTER TABLE users DROP "authenticatorKey", DROP "authenticatorStep";
    `);
  }
}
