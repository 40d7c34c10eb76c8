import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One model of background work: the runs of captions and of suggestions, with their items, become `runs` and `run_items`. */
export class Runs1764800000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const COUNTS = '"total", "done", "failed", "requestId", "createdAt", "endedAt"';
const REASON = '"code", "message", "detail"';
const SUBJECTS = ['moments', 'gmb_optimizations'];

const UP = [
  `CREATE TABLE runs (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "kind" text NOT NULL,
    "subjectId" uuid NOT NULL,
    "payload" jsonb NOT NULL DEFAULT '{}',
    "state" text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
    "total" integer NOT NULL,
    "done" integer NOT NULL DEFAULT 0,
    "failed" integer NOT NULL DEFAULT 0,
    "lease" uuid,
    "leasedUntil" timestamptz,
    "notBefore" timestamptz,
    "requestId" text,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "endedAt" timestamptz
  )`,
  'CREATE INDEX runs_by_subject ON runs ("subjectId", "createdAt" DESC)',
  `CREATE INDEX runs_active ON runs ("createdAt") WHERE state IN ('queued', 'running')`,
  'CREATE INDEX runs_ended ON runs ("endedAt")',
  // Two requests at once never start the same work twice.
  `CREATE UNIQUE INDEX runs_one_of_all ON runs ("subjectId", "kind")
    WHERE payload->>'mode' IN ('missing', 'generate') AND state IN ('queued', 'running')`,
  `CREATE TABLE run_items (
    "runId" uuid NOT NULL REFERENCES runs ON DELETE CASCADE,
    "key" text NOT NULL,
    "position" integer NOT NULL,
    "payload" jsonb NOT NULL DEFAULT '{}',
    "state" text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'skipped')),
    "attempts" integer NOT NULL DEFAULT 0,
    "notBefore" timestamptz,
    "code" text,
    "message" text NOT NULL DEFAULT '',
    "detail" text NOT NULL DEFAULT '',
    PRIMARY KEY ("runId", "key")
  )`,
  // A run goes with what it is about. No foreign key can say that for subjects of several tables.
  `CREATE FUNCTION delete_runs() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN DELETE FROM runs WHERE "subjectId" = OLD."id"; RETURN NULL; END $$`,
  ...SUBJECTS.map(
    (table) => `CREATE TRIGGER ${table}_runs_deleted AFTER DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION delete_runs()`,
  ),

  `INSERT INTO runs ("id", "kind", "subjectId", "payload", "state", "lease", "leasedUntil", ${COUNTS})
    SELECT "id", 'captions', "momentId", jsonb_build_object('mode', "kind"), "state", "claim", "claimedUntil", ${COUNTS}
    FROM caption_runs`,
  `INSERT INTO run_items ("runId", "key", "position", "state", ${REASON})
    SELECT "runId", "imageId"::text, "position", "state", ${REASON} FROM caption_run_items`,
  `INSERT INTO runs ("id", "kind", "subjectId", "payload", "state", "lease", "leasedUntil", ${COUNTS})
    SELECT "id", 'optimizations', "optimizationId", jsonb_build_object('mode', "kind", 'feedback', "feedback"), "state",
      "claim", "claimedUntil", ${COUNTS}
    FROM optimization_runs`,
  `INSERT INTO run_items ("runId", "key", "position", "payload", "state", ${REASON})
    SELECT "runId", "section", row_number() OVER (PARTITION BY "runId" ORDER BY "section") - 1,
      jsonb_build_object('seen', "seen"), "state", ${REASON}
    FROM optimization_run_items`,
  'DROP TABLE caption_run_items, caption_runs, optimization_run_items, optimization_runs',
];

const STATE = `CASE WHEN "state" = 'cancelled' THEN 'failed' ELSE "state" END`;
const ITEM_STATE = `CASE WHEN "state" = 'running' THEN 'waiting' ELSE "state" END`;
const OLD_RUN = `
  "state" text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'completed', 'failed')),
  "total" integer NOT NULL,
  "done" integer NOT NULL DEFAULT 0,
  "failed" integer NOT NULL DEFAULT 0,
  "claim" uuid,
  "claimedUntil" timestamptz,
  "createdAt" timestamptz NOT NULL DEFAULT now(),
  "endedAt" timestamptz,
  "requestId" text`;
const OLD_ITEM = `
  "state" text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'skipped')),
  "message" text NOT NULL DEFAULT '',
  "code" text,
  "detail" text NOT NULL DEFAULT ''`;

const DOWN = [
  `CREATE TABLE caption_runs (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "momentId" uuid NOT NULL REFERENCES moments ON DELETE CASCADE,
    "kind" text NOT NULL CHECK (kind IN ('missing', 'rewrite')),
    ${OLD_RUN}
  )`,
  'CREATE INDEX caption_runs_by_moment ON caption_runs ("momentId", "kind", "createdAt" DESC)',
  `CREATE UNIQUE INDEX caption_runs_one_active ON caption_runs ("momentId")
    WHERE kind = 'missing' AND state IN ('queued', 'running')`,
  `CREATE INDEX caption_runs_active ON caption_runs ("claimedUntil") WHERE state IN ('queued', 'running')`,
  `CREATE TABLE caption_run_items (
    "runId" uuid NOT NULL REFERENCES caption_runs ON DELETE CASCADE,
    "imageId" uuid NOT NULL,
    "position" integer NOT NULL,
    ${OLD_ITEM},
    PRIMARY KEY ("runId", "imageId")
  )`,
  'CREATE INDEX caption_run_items_by_image ON caption_run_items ("imageId")',
  `CREATE TABLE optimization_runs (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "optimizationId" uuid NOT NULL REFERENCES gmb_optimizations ON DELETE CASCADE,
    "kind" text NOT NULL CHECK (kind IN ('generate', 'regenerate')),
    "feedback" text NOT NULL DEFAULT '',
    ${OLD_RUN}
  )`,
  'CREATE INDEX optimization_runs_newest ON optimization_runs ("optimizationId", "createdAt" DESC)',
  `CREATE UNIQUE INDEX optimization_runs_one_generation ON optimization_runs ("optimizationId")
    WHERE kind = 'generate' AND state IN ('queued', 'running')`,
  `CREATE INDEX optimization_runs_active ON optimization_runs ("claimedUntil") WHERE state IN ('queued', 'running')`,
  `CREATE TABLE optimization_run_items (
    "runId" uuid NOT NULL REFERENCES optimization_runs ON DELETE CASCADE,
    "section" text NOT NULL CHECK (section IN ('description', 'services', 'serviceAreas', 'faqs', 'keywords')),
    "seen" jsonb NOT NULL,
    ${OLD_ITEM},
    PRIMARY KEY ("runId", "section")
  )`,
  `INSERT INTO caption_runs ("id", "momentId", "kind", "state", "claim", "claimedUntil", ${COUNTS})
    SELECT "id", "subjectId", payload->>'mode', ${STATE}, "lease", "leasedUntil", ${COUNTS}
    FROM runs WHERE "kind" = 'captions'`,
  `INSERT INTO caption_run_items ("runId", "imageId", "position", "state", ${REASON})
    SELECT "runId", "key"::uuid, "position", ${ITEM_STATE}, ${REASON}
    FROM run_items WHERE "runId" IN (SELECT "id" FROM runs WHERE "kind" = 'captions')`,
  `INSERT INTO optimization_runs ("id", "optimizationId", "kind", "feedback", "state", "claim", "claimedUntil", ${COUNTS})
    SELECT "id", "subjectId", payload->>'mode', payload->>'feedback', ${STATE}, "lease", "leasedUntil", ${COUNTS}
    FROM runs WHERE "kind" = 'optimizations'`,
  `INSERT INTO optimization_run_items ("runId", "section", "seen", "state", ${REASON})
    SELECT "runId", "key", payload->'seen', ${ITEM_STATE}, ${REASON}
    FROM run_items WHERE "runId" IN (SELECT "id" FROM runs WHERE "kind" = 'optimizations')`,
  ...SUBJECTS.map((table) => `DROP TRIGGER ${table}_runs_deleted ON ${table}`),
  'DROP FUNCTION delete_runs',
  'DROP TABLE run_items, runs',
];
