import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Entries of the history that staff are not notified of yet. The transaction that writes such an entry adds it here, so that a decision waits
 * for no notification.
 */
export class PendingEntries1764944000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE pending_entries ("entryId" bigint PRIMARY KEY, "userId" uuid)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pending_entries');
  }
}
