import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the round of decisions begins that a moment or an optimization is in, and whether it is decided. */
export class Rounds1765060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, column, items, isWaiting } of SUBJECTS) {
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN "roundStart" bigint NOT NULL DEFAULT 0, ADD COLUMN "isDecided" boolean NOT NULL DEFAULT false`,
      );
      // Behind what was said at the end of the round before.
      await runner.query(
        `UPDATE ${table} s SET
           "roundStart" = coalesce((
             SELECT h."id" FROM history h WHERE h."${column}" = s."id" AND h."action" IN ('moment.done', 'optimization.done')
             ORDER BY h."id" DESC OFFSET CASE WHEN s."done" IS NULL THEN 0 ELSE 1 END LIMIT 1
           ), 0),
           "isDecided" = EXISTS (SELECT FROM ${items} i WHERE i."${column}" = s."id" AND NOT (${isWaiting}) AND ${HAS_CONTENT[table]})
             AND NOT EXISTS (SELECT FROM ${items} i WHERE i."${column}" = s."id" AND ${isWaiting})`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of SUBJECTS)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN "isDecided", DROP COLUMN "roundStart"`);
  }
}

const HAS_CONTENT: Record<string, string> = { moments: 'true', gmb_optimizations: `i."suggestion" <> ''` };
const SUBJECTS = [
  { table: 'moments', column: 'momentId', items: 'images', isWaiting: `i."status" = 'pending'` },
  {
    table: 'gmb_optimizations',
    column: 'optimizationId',
    items: 'optimization_sections',
    isWaiting: `i."approval" = 'pending' AND i."suggestion" <> ''`,
  },
];
