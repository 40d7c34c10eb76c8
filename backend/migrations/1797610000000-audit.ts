import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the team did to its access, settings and data. No row refers to another table: an entry reads the same after a removal. */
export class Audit1797610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit (
        "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- When it was written, so that times and ids have one order.
        "at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "actor" text NOT NULL,
        "actorName" text,
        "userId" uuid,
        "action" text NOT NULL,
        "targetKind" text NOT NULL,
        "targetId" text,
        "targetName" text NOT NULL,
        "changes" jsonb NOT NULL DEFAULT '{}',
        "searchText" text NOT NULL GENERATED ALWAYS AS (search_text("targetName")) STORED
      );
      -- Retention, and the days of a filter.
      CREATE INDEX audit_by_time ON audit ("at");
      CREATE INDEX audit_by_user ON audit ("userId", "id" DESC);
      CREATE INDEX audit_by_action ON audit ("action", "id" DESC);
      CREATE INDEX audit_of_target ON audit ("targetId", "action", "at");
      CREATE INDEX audit_search ON audit USING gin ("searchText" gin_trgm_ops);

      CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the audit log is never rewritten'; END $$;
      CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit');
    await runner.query('DROP FUNCTION refuse_audit_change');
  }
}
