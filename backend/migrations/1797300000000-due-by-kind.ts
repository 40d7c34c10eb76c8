import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is due is looked up per kind: the rows of the other kind are not read. */
export class DueByKind1797300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX moments_due ON reviews ("dueOn")
        WHERE "kind" = 'moment' AND "dueOn" IS NOT NULL AND "status" NOT IN ('approved', 'completed');
      CREATE INDEX optimizations_due ON reviews ("dueOn")
        WHERE "kind" = 'optimization' AND "dueOn" IS NOT NULL AND "status" NOT IN ('approved', 'completed');
      DROP INDEX reviews_due`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX reviews_due ON reviews ("dueOn") WHERE "dueOn" IS NOT NULL AND "status" NOT IN ('approved', 'completed');
      DROP INDEX optimizations_due;
      DROP INDEX moments_due`);
  }
}
