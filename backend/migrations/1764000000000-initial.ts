import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first tables. Statuses are texts with a check, so that adding one is a cheap change. */
export class Initial1764000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE IF EXISTS ${[...TABLES].reverse().join(', ')}`);
    await queryRunner.query('DROP FUNCTION IF EXISTS refuse_change, schedule_image_deletion, schedule_logo_deletion');
  }
}

const TABLES = [
  'users',
  'sessions',
  'rate_limits',
  'settings',
  'agencies',
  'clients',
  'moments',
  'images',
  'idempotency_keys',
  'caption_runs',
  'caption_run_items',
  'history',
  'deletions',
];

const STATEMENTS = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',

  `CREATE TABLE users (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "email" text NOT NULL UNIQUE CHECK (email = lower(email)),
    "name" text NOT NULL DEFAULT '',
    "passwordHash" text NOT NULL,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,

  `CREATE TABLE sessions (
    "sid" text PRIMARY KEY,
    "sess" json NOT NULL,
    "expire" timestamptz NOT NULL
  )`,
  'CREATE INDEX sessions_expire ON sessions ("expire")',

  `CREATE TABLE rate_limits (
    "key" varchar(255) PRIMARY KEY,
    "points" integer NOT NULL DEFAULT 0,
    "expire" bigint
  )`,

  `CREATE TABLE settings (
    "id" boolean PRIMARY KEY DEFAULT true CHECK (id),
    "brandName" text NOT NULL DEFAULT '',
    "primaryColor" text NOT NULL DEFAULT '#3b82f6',
    "logoFileId" uuid
  )`,
  'INSERT INTO settings DEFAULT VALUES',

  `CREATE TABLE agencies (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "name" text NOT NULL,
    "primaryColor" text NOT NULL DEFAULT '#6366f1',
    "logoFileId" uuid,
    "customDomain" text UNIQUE CHECK ("customDomain" = lower("customDomain")),
    "domainVerified" boolean NOT NULL DEFAULT false,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,

  `CREATE TABLE clients (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "business" text NOT NULL,
    "description" text NOT NULL DEFAULT '',
    "mediaDescription" text NOT NULL DEFAULT '',
    "serviceAreas" text NOT NULL DEFAULT '',
    "targetKeywords" text[] NOT NULL DEFAULT '{}',
    "categories" text[] NOT NULL DEFAULT '{}',
    "notes" text NOT NULL DEFAULT '',
    "agencyId" uuid REFERENCES agencies ON DELETE SET NULL,
    "website" text NOT NULL DEFAULT '',
    "phone" text NOT NULL DEFAULT '',
    "address" text NOT NULL DEFAULT '',
    "socialLinks" text[] NOT NULL DEFAULT '{}',
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX clients_agency ON clients ("agencyId")',
  'CREATE INDEX clients_business_search ON clients USING gin ("business" gin_trgm_ops)',

  `CREATE TABLE moments (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "title" text NOT NULL,
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    "status" text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'generated', 'pending', 'approved', 'rejected')),
    "imageCount" integer NOT NULL DEFAULT 0,
    "sharedAt" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX moments_newest ON moments ("createdAt" DESC, "id")',
  'CREATE INDEX moments_by_status ON moments ("status", "createdAt" DESC)',
  'CREATE INDEX moments_by_client ON moments ("clientId", "createdAt" DESC)',
  'CREATE INDEX moments_by_title ON moments ("title", "id")',
  'CREATE INDEX moments_title_search ON moments USING gin ("title" gin_trgm_ops)',

  `CREATE TABLE images (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "momentId" uuid NOT NULL REFERENCES moments ON DELETE CASCADE,
    "position" integer NOT NULL,
    "fileId" uuid NOT NULL UNIQUE,
    "fileName" text NOT NULL,
    "extension" text NOT NULL,
    "width" integer NOT NULL,
    "height" integer NOT NULL,
    "takenAt" text,
    "title" text NOT NULL DEFAULT '',
    "description" text NOT NULL DEFAULT '',
    "exifKeywords" text NOT NULL DEFAULT '',
    "geoAltDescription" text NOT NULL DEFAULT '',
    "address" text NOT NULL DEFAULT '',
    "captionProvider" text,
    "status" text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
    "feedback" text NOT NULL DEFAULT '',
    "version" integer NOT NULL DEFAULT 1,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    UNIQUE ("momentId", "position")
  )`,

  `CREATE TABLE idempotency_keys (
    "userId" uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    "key" text NOT NULL,
    "fingerprint" text NOT NULL,
    "imageIds" uuid[] NOT NULL,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("userId", "key")
  )`,

  `CREATE TABLE caption_runs (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "momentId" uuid NOT NULL REFERENCES moments ON DELETE CASCADE,
    "kind" text NOT NULL CHECK (kind IN ('missing', 'rewrite')),
    "state" text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'completed', 'failed')),
    "total" integer NOT NULL,
    "done" integer NOT NULL DEFAULT 0,
    "failed" integer NOT NULL DEFAULT 0,
    "claim" uuid,
    "claimedUntil" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "endedAt" timestamptz
  )`,
  'CREATE INDEX caption_runs_by_moment ON caption_runs ("momentId", "kind", "createdAt" DESC)',
  `CREATE UNIQUE INDEX caption_runs_one_active ON caption_runs ("momentId")
    WHERE kind = 'missing' AND state IN ('queued', 'running')`,
  `CREATE INDEX caption_runs_active ON caption_runs ("claimedUntil") WHERE state IN ('queued', 'running')`,

  `CREATE TABLE caption_run_items (
    "runId" uuid NOT NULL REFERENCES caption_runs ON DELETE CASCADE,
    "imageId" uuid NOT NULL,
    "position" integer NOT NULL,
    "state" text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'skipped')),
    "message" text NOT NULL DEFAULT '',
    PRIMARY KEY ("runId", "imageId")
  )`,
  'CREATE INDEX caption_run_items_by_image ON caption_run_items ("imageId")',

  `CREATE TABLE history (
    "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "momentId" uuid NOT NULL REFERENCES moments ON DELETE CASCADE,
    "imageId" uuid,
    "imageName" text NOT NULL DEFAULT '',
    "action" text NOT NULL,
    "actor" text NOT NULL CHECK (actor IN ('staff', 'visitor', 'ai')),
    "actorName" text,
    "changes" jsonb NOT NULL DEFAULT '{}',
    "feedback" text NOT NULL DEFAULT '',
    "at" timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX history_by_moment ON history ("momentId", "id" DESC)',
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'history is never rewritten'; END $$`,
  'CREATE TRIGGER history_is_final BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION refuse_change()',

  `CREATE TABLE deletions (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "folder" text NOT NULL,
    "notBefore" timestamptz NOT NULL DEFAULT now(),
    "attempts" integer NOT NULL DEFAULT 0,
    "lastError" text,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX deletions_due ON deletions ("notBefore")',
  'CREATE INDEX deletions_by_folder ON deletions ("folder")',
  // A file goes when nothing shows it any more, however its row was removed: by hand, by a cascade or by a newer file.
  `CREATE FUNCTION schedule_image_deletion() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO deletions ("folder") VALUES ('images/' || OLD."fileId"); RETURN NULL; END $$`,
  `CREATE TRIGGER images_deleted AFTER DELETE ON images
    FOR EACH ROW EXECUTE FUNCTION schedule_image_deletion()`,
  `CREATE TRIGGER images_replaced AFTER UPDATE OF "fileId" ON images
    FOR EACH ROW WHEN (OLD."fileId" <> NEW."fileId") EXECUTE FUNCTION schedule_image_deletion()`,
  `CREATE FUNCTION schedule_logo_deletion() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO deletions ("folder") VALUES ('logos/' || OLD."logoFileId"); RETURN NULL; END $$`,
  `CREATE TRIGGER agencies_deleted AFTER DELETE ON agencies
    FOR EACH ROW WHEN (OLD."logoFileId" IS NOT NULL) EXECUTE FUNCTION schedule_logo_deletion()`,
  ...['agencies', 'settings'].map(
    (table) => `CREATE TRIGGER ${table}_logo_replaced AFTER UPDATE OF "logoFileId" ON ${table}
      FOR EACH ROW WHEN (OLD."logoFileId" IS DISTINCT FROM NEW."logoFileId" AND OLD."logoFileId" IS NOT NULL)
      EXECUTE FUNCTION schedule_logo_deletion()`,
  ),
];
