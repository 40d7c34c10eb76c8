import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes why a section could not be written, from the last attempt of each section that has no suggestion. */
export class UnwrittenSections1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE optimization_sections ADD COLUMN "unwritten" text NOT NULL DEFAULT ''`);
    await runner.query(`
      UPDATE optimization_sections s SET "unwritten" = last."message"
      FROM (
        SELECT DISTINCT ON (r."subjectId", item."key") r."subjectId", item."key", item."state", item."message"
        FROM run_items item JOIN runs r ON r."id" = item."runId" AND r."kind" = 'optimizations'
        ORDER BY r."subjectId", item."key", r."createdAt" DESC
      ) last
      WHERE last."subjectId" = s."optimizationId" AND last."key" = s."section" AND last."state" = 'failed' AND s."suggestion" = ''`);
    await runner.query(
      `CREATE INDEX optimization_sections_unwritten ON optimization_sections ("optimizationId") WHERE "unwritten" <> ''`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE optimization_sections DROP COLUMN "unwritten"');
  }
}
