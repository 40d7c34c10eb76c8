import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link that is locked since somebody guessed its passcode does not count as opened. */
export class OpenedByVisits1797500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE TRIGGER history_notes_opened AFTER INSERT ON history
        FOR EACH ROW WHEN (NEW."actor" = 'visitor' AND NEW."action" <> 'link.locked') EXECUTE FUNCTION note_opened()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE TRIGGER history_notes_opened AFTER INSERT ON history
        FOR EACH ROW WHEN (NEW."actor" = 'visitor') EXECUTE FUNCTION note_opened()`);
  }
}
