import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys of members of staff, and the challenges that passkeys have answered. */
export class Passkeys1797620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE passkeys (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        "name" text NOT NULL,
        -- What browsers name it by, base64url.
        "credentialId" text NOT NULL UNIQUE,
        -- COSE.
        "publicKey" bytea NOT NULL,
        -- Signatures that it has made, as it says itself; 0 where it does not count them.
        "counter" bigint NOT NULL,
        "lastUsedAt" timestamptz,
        "createdAt" timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX passkeys_by_user ON passkeys ("userId");
      -- A challenge is signed, and stored only once it was answered, so that no answer counts twice.
      CREATE TABLE answered_challenges (
        "challenge" text PRIMARY KEY,
        "expiresAt" timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE answered_challenges; DROP TABLE passkeys');
  }
}
