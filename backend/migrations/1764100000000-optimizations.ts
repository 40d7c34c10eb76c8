import type { MigrationInterface, QueryRunner } from 'typeorm';

/** GMB optimizations: their record, their five sections, and the runs that write the suggestions. */
export class Optimizations1764100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM history WHERE "momentId" IS NULL');
    await queryRunner.query(
      'ALTER TABLE history DROP CONSTRAINT history_has_one_subject, DROP COLUMN "optimizationId", DROP COLUMN "section"',
    );
    await queryRunner.query('ALTER TABLE history ALTER COLUMN "momentId" SET NOT NULL');
    await queryRunner.query(`DROP TABLE ${[...TABLES].reverse().join(', ')}`);
  }
}

const TABLES = ['gmb_optimizations', 'optimization_sections', 'optimization_runs', 'optimization_run_items'];

const SECTION = `"section" text NOT NULL CHECK (section IN ('description', 'services', 'serviceAreas', 'faqs', 'keywords'))`;

const STATEMENTS = [
  `CREATE TABLE gmb_optimizations (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "clientId" uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    "businessName" text NOT NULL,
    "website" text NOT NULL DEFAULT '',
    "gmbLink" text NOT NULL DEFAULT '',
    "phone" text NOT NULL DEFAULT '',
    "address" text NOT NULL DEFAULT '',
    "hours" text NOT NULL DEFAULT '',
    "categories" text NOT NULL DEFAULT '',
    "currentDescription" text NOT NULL DEFAULT '',
    "currentServices" text NOT NULL DEFAULT '',
    "currentServiceAreas" text NOT NULL DEFAULT '',
    "currentFAQs" text NOT NULL DEFAULT '',
    "publicLink" text NOT NULL UNIQUE,
    "status" text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_progress', 'completed')),
    "currentStep" integer NOT NULL DEFAULT 1 CHECK ("currentStep" BETWEEN 1 AND 5),
    "websiteScan" jsonb,
    "createdAt" timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX gmb_optimizations_newest ON gmb_optimizations ("createdAt" DESC, "id")',
  'CREATE INDEX gmb_optimizations_by_client ON gmb_optimizations ("clientId")',

  `CREATE TABLE optimization_sections (
    "optimizationId" uuid NOT NULL REFERENCES gmb_optimizations ON DELETE CASCADE,
    ${SECTION},
    "suggestion" text NOT NULL DEFAULT '',
    "approval" text NOT NULL DEFAULT 'pending' CHECK (approval IN ('pending', 'approved', 'rejected')),
    "feedback" text NOT NULL DEFAULT '',
    "version" integer NOT NULL DEFAULT 1,
    PRIMARY KEY ("optimizationId", "section")
  )`,

  `CREATE TABLE optimization_runs (
    "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "optimizationId" uuid NOT NULL REFERENCES gmb_optimizations ON DELETE CASCADE,
    "kind" text NOT NULL CHECK (kind IN ('generate', 'regenerate')),
    "feedback" text NOT NULL DEFAULT '',
    "state" text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'completed', 'failed')),
    "total" integer NOT NULL,
    "done" integer NOT NULL DEFAULT 0,
    "failed" integer NOT NULL DEFAULT 0,
    "claim" uuid,
    "claimedUntil" timestamptz,
    "createdAt" timestamptz NOT NULL DEFAULT now(),
    "endedAt" timestamptz
  )`,
  'CREATE INDEX optimization_runs_newest ON optimization_runs ("optimizationId", "createdAt" DESC)',
  `CREATE UNIQUE INDEX optimization_runs_one_generation ON optimization_runs ("optimizationId")
    WHERE kind = 'generate' AND state IN ('queued', 'running')`,
  `CREATE INDEX optimization_runs_active ON optimization_runs ("claimedUntil") WHERE state IN ('queued', 'running')`,

  `CREATE TABLE optimization_run_items (
    "runId" uuid NOT NULL REFERENCES optimization_runs ON DELETE CASCADE,
    ${SECTION},
    "state" text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'skipped')),
    "seen" jsonb NOT NULL,
    "message" text NOT NULL DEFAULT '',
    PRIMARY KEY ("runId", "section")
  )`,

  // What the client saw and decided is kept for optimizations too.
  'ALTER TABLE history ALTER COLUMN "momentId" DROP NOT NULL',
  `ALTER TABLE history
    ADD COLUMN "optimizationId" uuid REFERENCES gmb_optimizations ON DELETE CASCADE,
    ADD COLUMN "section" text,
    ADD CONSTRAINT history_has_one_subject CHECK (num_nonnulls("momentId", "optimizationId") = 1)`,
  'CREATE INDEX history_by_optimization ON history ("optimizationId", "id" DESC)',
];
