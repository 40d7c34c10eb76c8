import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The transaction that appended each entry of the history: in its order, unlike in that of ids, no entry appears behind one that
 * was read (`reviews/history-feed.queries.ts`). Entries of a backup get the transaction that restores them, as those of another
 * server mean nothing here.
 */
export class HistoryFeed1797110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE history ADD "transactionId" xid8 NOT NULL DEFAULT pg_current_xact_id();
      CREATE INDEX history_by_transaction ON history ("transactionId", "id");
      -- Entries are appended about in this order: the smallest index finds where a time begins.
      CREATE INDEX history_by_time ON history USING brin ("at");

      CREATE FUNCTION stamp_history() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW."transactionId" := pg_current_xact_id(); RETURN NEW; END $$;
      CREATE TRIGGER history_is_stamped BEFORE INSERT ON history
        FOR EACH ROW WHEN (NEW."transactionId" IS DISTINCT FROM pg_current_xact_id()) EXECUTE FUNCTION stamp_history()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER history_is_stamped ON history;
      DROP FUNCTION stamp_history();
      DROP INDEX history_by_time;
      ALTER TABLE history DROP "transactionId"`);
  }
}
