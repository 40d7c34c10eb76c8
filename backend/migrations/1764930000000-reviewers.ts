import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reviewers of a client and the links that are theirs, each for one moment, one optimization or all open work of the client;
 * the history names the reviewer. The open link of a moment, an optimization or of all that is a client's can be closed.
 */
export class Reviewers1764930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const SUBJECTS = ['moments', 'gmb_optimizations', 'clients'];

const UP = [
  `CREATE TABLE reviewers (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    "name" text NOT NULL,
    "email" text NOT NULL DEFAULT '',
    "language" text NOT NULL DEFAULT 'en',
    "timeZone" text NOT NULL DEFAULT 'UTC',
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX reviewers_by_client ON reviewers ("clientId", "createdAt")',
  `CREATE UNIQUE INDEX reviewers_one_per_address ON reviewers ("clientId", "email") WHERE "email" <> ''`,
  `CREATE TABLE review_links (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "tokenHash" text NOT NULL UNIQUE,
    "reviewerId" uuid NOT NULL REFERENCES reviewers ON DELETE CASCADE,
    "momentId" uuid REFERENCES moments ON DELETE CASCADE,
    "optimizationId" uuid REFERENCES gmb_optimizations ON DELETE CASCADE,
    "origin" text NOT NULL,
    "mayDecide" boolean NOT NULL DEFAULT true,
    "passcodeHash" text NOT NULL DEFAULT '',
    "expiresAt" timestamptz,
    "revokedAt" timestamptz,
    "revokedBy" text,
    "firstOpenedAt" timestamptz,
    "lastSeenAt" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT review_links_one_subject CHECK ("momentId" IS NULL OR "optimizationId" IS NULL)
  )`,
  `CREATE UNIQUE INDEX review_links_one_per_subject ON review_links
    ("reviewerId", COALESCE("momentId", "optimizationId", "reviewerId"))`,
  'CREATE INDEX review_links_by_moment ON review_links ("momentId") WHERE "momentId" IS NOT NULL',
  'CREATE INDEX review_links_by_optimization ON review_links ("optimizationId") WHERE "optimizationId" IS NOT NULL',
  ...SUBJECTS.map((table) => `ALTER TABLE ${table} ADD COLUMN "openLink" boolean NOT NULL DEFAULT true`),
  'ALTER TABLE history ADD COLUMN "reviewerId" uuid',
];

const DOWN = [
  'ALTER TABLE history DROP COLUMN "reviewerId"',
  ...SUBJECTS.map((table) => `ALTER TABLE ${table} DROP COLUMN "openLink"`),
  'DROP TABLE review_links',
  'DROP TABLE reviewers',
];
