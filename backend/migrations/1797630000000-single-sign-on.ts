import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-in by a provider of OpenID Connect, and whether passwords sign anybody in beside it. */
export class SingleSignOn1797630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_identities (
        "issuer" text NOT NULL,
        "subject" text NOT NULL,
        -- NULL after this member of staff was removed, so that the same person is not let in again unasked.
        "userId" uuid REFERENCES users ON DELETE SET NULL,
        "createdAt" timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY ("issuer", "subject")
      );
      CREATE UNIQUE INDEX sign_in_identities_by_user ON sign_in_identities ("userId", "issuer");

      -- Digests of the e-mails of removed members of staff, until somebody adds them again.
      CREATE TABLE removed_users (
        "emailHash" text PRIMARY KEY,
        "removedAt" timestamptz NOT NULL DEFAULT now()
      );

      -- Sign-ins that went to the provider; each comes back once.
      CREATE TABLE sign_in_attempts (
        "stateHash" text PRIMARY KEY,
        "browserHash" text NOT NULL,
        "nonce" text NOT NULL,
        "codeVerifier" text NOT NULL,
        "origin" text NOT NULL,
        "returnTo" text NOT NULL,
        "expiresAt" timestamptz NOT NULL
      );
      CREATE INDEX sign_in_attempts_by_expiry ON sign_in_attempts ("expiresAt");

      ALTER TABLE settings ADD "allowsPasswords" boolean NOT NULL DEFAULT true;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE settings DROP "allowsPasswords";
      DROP TABLE sign_in_attempts;
      DROP TABLE removed_users;
      DROP TABLE sign_in_identities;
    `);
  }
}
