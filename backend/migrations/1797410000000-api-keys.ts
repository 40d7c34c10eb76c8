import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys by which programs act for a member of staff; they end with the account, and lose what is deleted of their scope. */
export class ApiKeys1797410000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_keys (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        "name" text NOT NULL,
        "tokenHash" text NOT NULL UNIQUE,
        "lastCharacters" text NOT NULL,
        "role" text NOT NULL CHECK ("role" IN ('admin', 'manager', 'editor', 'viewer')),
        -- Otherwise those of api_key_agencies and api_key_clients.
        "seesAllClients" boolean NOT NULL,
        "expiresAt" timestamptz,
        "lastUsedAt" timestamptz,
        "createdAt" timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX api_keys_by_user ON api_keys ("userId");

      CREATE TABLE api_key_agencies (
        "keyId" uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
        "agencyId" uuid NOT NULL REFERENCES agencies ON DELETE CASCADE,
        PRIMARY KEY ("keyId", "agencyId")
      );
      CREATE INDEX api_key_agencies_by_agency ON api_key_agencies ("agencyId");

      CREATE TABLE api_key_clients (
        "keyId" uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
        "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        PRIMARY KEY ("keyId", "clientId")
      );
      CREATE INDEX api_key_clients_by_client ON api_key_clients ("clientId")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key_clients, api_key_agencies, api_keys');
  }
}
