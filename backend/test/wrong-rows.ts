import type { DataSource } from 'typeorm';
import { SECTIONS } from '../src/contract/statuses.js';
import { COPY_MAX_BITS } from '../src/moments/image-duplicates.queries.js';
import { Optimization } from '../src/optimizations/optimization.entity.js';

const MOMENTS = `
  SELECT format('moment %s counts %s images, %s to deliver, and is %s, but has %s, %s and should be %s',
    moments."id", moments."imageCount", moments."undelivered", moments."status", derived.count, derived.undelivered, derived.status) AS line
  FROM moments JOIN (
    SELECT m."id", count(i."id") AS count,
      count(i."id") FILTER (WHERE i."status" = 'approved' AND i."version" IS DISTINCT FROM i."deliveredVersion") AS undelivered, CASE
      WHEN count(i."id") = 0 THEN 'draft'
      WHEN bool_or(i."status" = 'rejected') THEN 'rejected'
      WHEN bool_and(i."status" = 'approved') THEN 'approved'
      WHEN m."sharedAt" IS NOT NULL OR bool_or(i."status" <> 'pending') THEN 'pending'
      WHEN bool_and('' NOT IN (i."title", i."description", i."exifKeywords", i."geoAltDescription")) THEN 'generated'
      ELSE 'draft' END AS status
    FROM reviews AS m LEFT JOIN images AS i ON i."momentId" = m."id" GROUP BY m."id"
  ) AS derived ON derived."id" = moments."id"
  WHERE (moments."imageCount", moments."status", moments."undelivered") IS DISTINCT FROM (derived.count, derived.status, derived.undelivered)`;

const MOMENT_COUNTS = `
  SELECT format('%s moments are counted as %s, but there are %s', sum("kept"), "status", sum("there")) AS line FROM (
    SELECT "status", "count" AS "kept", 0 AS "there" FROM moment_counts
    UNION ALL SELECT "status", 0, count(*) FROM moments GROUP BY "status"
  ) AS counts GROUP BY "status" HAVING sum("kept") <> sum("there")`;

const ACTIVE = `run."state" IN ('queued', 'running')`;
const RUNS = `
  SELECT format('run %s is %s with %s done and %s failed of %s, but its items say %s done, %s failed and %s waiting', run."id",
    run."state", run."done", run."failed", run."total", counted.done, counted.failed, counted.waiting) AS line
  FROM runs AS run CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE "state" IN ('done', 'failed') OR "state" <> 'skipped' AND ${ACTIVE}) AS total,
      count(*) FILTER (WHERE "state" = 'done') AS done, count(*) FILTER (WHERE "state" = 'failed') AS failed,
      count(*) FILTER (WHERE "state" IN ('waiting', 'running')) AS waiting
    FROM run_items WHERE "runId" = run."id"
  ) AS counted
  WHERE (run."total", run."done", run."failed") IS DISTINCT FROM (counted.total, counted.done, counted.failed)
    OR run."state" <> CASE WHEN ${ACTIVE} OR run."state" = 'cancelled' THEN run."state"
      WHEN counted.failed > 0 AND counted.done = 0 THEN 'failed' ELSE 'completed' END
    OR (run."endedAt" IS NULL) <> ${ACTIVE} OR NOT ${ACTIVE} AND counted.waiting > 0`;

const MISSING_IMAGES = `
  SELECT format('image %s of moment %s is missing, but its history does not say that it was deleted', "itemId", "reviewId") AS line
  FROM history WHERE "action" LIKE 'image.%' AND NOT EXISTS (SELECT FROM images WHERE images."id"::text = history."itemId")
  GROUP BY "reviewId", "itemId" HAVING NOT bool_or("action" = 'image.deleted')`;

// The last decision stands, unless what the client sees was changed afterwards.
const DECISIONS = `
  SELECT format('image %s is %s, but its history does not end with that decision', images."id", images."status") AS line
  FROM images LEFT JOIN LATERAL (
    SELECT CASE "action" WHEN 'image.resubmit_undone' THEN 'image.rejected' ELSE "action" END AS "action"
    FROM history WHERE history."reviewId" = images."momentId" AND history."itemId" = images."id"::text
      AND "action" IN ('image.approved', 'image.rejected', 'image.resubmitted', 'image.resubmit_undone')
    ORDER BY history."id" DESC LIMIT 1
  ) AS last ON true
  WHERE images."status" <> 'pending' AND last."action" IS DISTINCT FROM 'image.' || images."status"
  UNION ALL
  SELECT format('%s of optimization %s is %s, but its history does not end with that decision', "section", "optimizationId", "approval")
  FROM optimization_sections LEFT JOIN LATERAL (
    SELECT CASE "action" WHEN 'section.decision_undone' THEN 'section.' || ("changes"->'approval'->>'to')
      ELSE "action" END AS "action"
    FROM history WHERE history."reviewId" = optimization_sections."optimizationId"
      AND history."itemId" = optimization_sections."section"
      AND "action" IN ('section.approved', 'section.rejected', 'section.decision_undone') ORDER BY history."id" DESC LIMIT 1
  ) AS last ON true
  WHERE "approval" <> 'pending' AND last."action" IS DISTINCT FROM 'section.' || "approval"`;

const COPIES = `
  SELECT format('image %s is marked as a copy of %s, which is another picture or of another client', image."id", other."id") AS line
  FROM images image JOIN images other ON other."id" = image."duplicateId"
    JOIN moments mine ON mine."id" = image."momentId" JOIN moments others ON others."id" = other."momentId"
  WHERE mine."clientId" <> others."clientId" OR image."duplicateMomentId" IS DISTINCT FROM other."momentId"
    OR bit_count(image."perceptualHash" # other."perceptualHash") > ${COPY_MAX_BITS}`;

const QUERIES = [MOMENTS, MOMENT_COUNTS, RUNS, MISSING_IMAGES, DECISIONS, COPIES];

/**
 * Describes the rows that do not follow from the rows below them, or that the history does not explain. There are none while
 * each change is one transaction, whatever process is killed.
 */
export async function wrongRows(db: DataSource): Promise<string[]> {
  const found = await Promise.all(QUERIES.map((query) => db.query<{ line: string }[]>(query)));
  const optimizations = await db.manager.find(Optimization, { relations: { sections: true } });
  return [...found.flat().map(({ line }) => line), ...optimizations.flatMap(errorsOf)];
}

function errorsOf(optimization: Optimization): string[] {
  const { id, status, currentStep, sections } = optimization;
  if (sections!.length < SECTIONS.length) return [`optimization ${id} has ${sections!.length} sections`];
  optimization.recomputeStatus();
  if (status === optimization.status && currentStep === optimization.currentStep) return [];
  return [
    `optimization ${id} is ${status} at step ${currentStep}, but should be ${optimization.status} at step ${optimization.currentStep}`,
  ];
}
