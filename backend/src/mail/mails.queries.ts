import type { EntityManager } from 'typeorm';

// One statement for many runs: a transaction for each would take as long as sending.
const START_RUNS = `
  WITH due AS (
    SELECT r."id" FROM mail_recipients r
    WHERE r."id" IN (SELECT "recipientId" FROM mails WHERE "state" = 'waiting' AND "dueAt" <= clock_timestamp())
      AND NOT EXISTS (
        SELECT FROM runs WHERE "subjectId" = r."id" AND "kind" = 'mails' AND "state" IN ('queued', 'running')
      )
      -- Not again within a minute after an internal error, after which the mail still waits because nothing could be saved.
      AND NOT EXISTS (
        SELECT FROM runs
          JOIN run_items i ON i."runId" = runs."id" AND i."code" = 'INTERNAL_ERROR'
          JOIN mails m ON m."id"::text = i."key" AND m."recipientId" = r."id" AND m."state" = 'waiting'
        WHERE runs."subjectId" = r."id" AND runs."kind" = 'mails'
          AND runs."endedAt" > clock_timestamp() - interval '1 minute'
      )
    LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
  ), waiting AS (
    SELECT m."recipientId", m."id", row_number() OVER (PARTITION BY m."recipientId" ORDER BY m."createdAt", m."id") - 1 AS "position"
    FROM mails m JOIN due ON due."id" = m."recipientId"
    WHERE m."state" = 'waiting' AND m."dueAt" <= clock_timestamp()
  ), started AS (
    INSERT INTO runs ("kind", "subjectId", "total")
    SELECT 'mails', "recipientId", count(*) FROM waiting GROUP BY "recipientId"
    ON CONFLICT ("subjectId") WHERE "kind" = 'mails' AND "state" IN ('queued', 'running') DO NOTHING
    RETURNING "id", "subjectId"
  ), items AS (
    INSERT INTO run_items ("runId", "key", "position")
    SELECT started."id", waiting."id"::text, waiting."position"
    FROM started JOIN waiting ON waiting."recipientId" = started."subjectId"
  )
  SELECT "id" FROM started`;

/** Starts a run for each recipient who has mails due and no active run, at most `limit`. @returns the runs' ids */
export async function startMailRuns(manager: EntityManager, limit: number): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(START_RUNS, [limit]);
  return rows.map(({ id }) => id);
}
