import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations carry the role and the scope that their users get. Those that are open give what they gave before. */
export class RightsOfInvitations1797200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE password_links
      ADD "role" text NOT NULL DEFAULT 'admin' CHECK ("role" IN ('admin', 'manager', 'editor', 'viewer')),
      ADD "seesAllClients" boolean NOT NULL DEFAULT true,
      ADD "agencyIds" uuid[] NOT NULL DEFAULT '{}',
      ADD "clientIds" uuid[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE password_links
      DROP "role", DROP "seesAllClients", DROP "agencyIds", DROP "clientIds"`);
  }
}
