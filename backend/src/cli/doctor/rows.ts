import type { EntityManager } from 'typeorm';
import { record, type Actor } from '../../history/history.js';
import { recountMoments } from '../../moments/moment-counts.queries.js';
import { lockMoment, recomputeStatus, SELECT_WRONG_STATUSES } from '../../moments/moment-status.queries.js';
import { publish } from '../../platform/events/publish.js';
import { rowCheck, rowsOf, type Check } from './check.js';

/** The actor of what the doctor writes into histories. */
export const DOCTOR: Actor = { kind: 'staff', name: 'npm run doctor' };

/** The triggers that must be enabled, by table. */
const TRIGGERS = [
  ['images', 'images_deleted'],
  ['images', 'images_replaced'],
  ['agencies', 'agencies_deleted'],
  ['agencies', 'agencies_logo_replaced'],
  ['settings', 'settings_logo_replaced'],
  ['history', 'history_is_final'],
  ['moments', 'moments_counted_insert'],
  ['moments', 'moments_counted_update'],
  ['moments', 'moments_counted_delete'],
  ['moments', 'moments_runs_deleted'],
  ['gmb_optimizations', 'gmb_optimizations_runs_deleted'],
] as const;

const DISABLED = `
  SELECT wanted."table", wanted."name", pg_trigger."tgname" IS NOT NULL AS "isThere"
  FROM (VALUES ${TRIGGERS.map(([table, name]) => `('${table}', '${name}')`).join(', ')}) AS wanted("table", "name")
  LEFT JOIN pg_trigger ON tgrelid = to_regclass(wanted."table") AND tgname = wanted."name"
  WHERE pg_trigger."tgname" IS NULL OR pg_trigger."tgenabled" NOT IN ('O', 'A')`;

/** Triggers that do not fire: files would stay after their rows, history could be rewritten, or counts in lists would be wrong. */
export const disabledTriggers: Check = async function* check({ client, db }) {
  type Row = { table: string; name: string; isThere: boolean };
  for await (const { table, name, isThere } of rowsOf<Row>(client, DISABLED)) {
    const problem = `the trigger ${name} of the table ${table} is ${isThere ? 'disabled' : 'missing'}`;
    if (!isThere) yield { problem, action: 'restore a backup into a database of its own' };
    else {
      const enable = `ALTER TABLE ${table} ENABLE TRIGGER ${name}`;
      yield { problem, action: 'enable it', repair: async () => void (await db.query(enable)) };
    }
  }
};

/** The one row of the settings. */
export const missingSettings = rowCheck({
  rows: 'SELECT WHERE NOT EXISTS (SELECT FROM settings)',
  problem: () => 'the settings have no row',
  action: 'create it, with the default brand',
  repair: async (manager) => {
    await manager.query('INSERT INTO settings DEFAULT VALUES ON CONFLICT DO NOTHING');
    await publish(manager, 'settings.changed', { id: 'settings' });
  },
});

/** Images of a moment in the same place, or before the first. Gaps do not matter: they come of images that were deleted. */
export const misplacedImages = rowCheck<{ momentId: string }>({
  rows: `SELECT "momentId" FROM images GROUP BY "momentId"
    HAVING count(DISTINCT "position") < count(*) OR min("position") < 0`,
  problem: ({ momentId }) => `moment ${momentId} has images in the same place, or before the first`,
  action: 'number them again, in their order',
  repair: (manager, { momentId }) => renumber(manager, momentId),
});

async function renumber(manager: EntityManager, momentId: string): Promise<void> {
  await lockMoment(manager, momentId);
  // First behind all others, since no two may have the same place at any time.
  const behind = `(SELECT max("position") + 1 FROM images WHERE "momentId" = $1)`;
  for (const start of [behind, '0']) {
    await manager.query(
      `UPDATE images SET "position" = ${start} + ordered.place
       FROM (SELECT "id", row_number() OVER (ORDER BY "position", "createdAt", "id") - 1 AS place
             FROM images WHERE "momentId" = $1) AS ordered
       WHERE images."id" = ordered."id"`,
      [momentId],
    );
  }
  await publish(manager, 'moment.changed', { momentId });
}

interface WrongMoment {
  id: string;
  status: string;
  imageCount: number;
  rightStatus: string;
  rightCount: number;
}

/** Moments whose status or image count does not follow from their images. */
export const wrongMoments = rowCheck<WrongMoment>({
  rows: SELECT_WRONG_STATUSES,
  problem: ({ id, status, imageCount, rightStatus, rightCount }) =>
    `moment ${id} counts ${imageCount} images and is ${status}, but has ${rightCount} and should be ${rightStatus}`,
  action: 'derive both from its images',
  repair: async (manager, { id }) => {
    await lockMoment(manager, id);
    await recomputeStatus(manager, id);
  },
});

/** Statuses whose kept number of moments is wrong, so that lists show wrong totals. In one statement, so of one instant. */
export const miscountedMoments = rowCheck<{ status: string; kept: number; there: number }>({
  rows: `SELECT "status", sum("kept")::int AS "kept", sum("there")::int AS "there" FROM (
      SELECT "status", "count" AS "kept", 0 AS "there" FROM moment_counts
      UNION ALL SELECT "status", 0, count(*) FROM moments GROUP BY "status"
    ) AS counts GROUP BY "status" HAVING sum("kept") <> sum("there")`,
  problem: ({ status, kept, there }) => `${kept} moments are counted as ${status}, but there are ${there}`,
  action: 'count them again',
  repair: (manager, { status }) => recountMoments(manager, status),
});

/** Histories of images that are missing although they were not deleted. */
export const historyOfMissingImages = rowCheck<{ momentId: string; imageId: string; imageName: string }>({
  rows: `SELECT history."momentId", history."imageId", max(history."imageName") AS "imageName" FROM history
    WHERE "imageId" IS NOT NULL AND NOT EXISTS (SELECT FROM images WHERE images."id" = history."imageId")
    GROUP BY history."momentId", history."imageId" HAVING NOT bool_or(history."action" = 'image.deleted')`,
  problem: ({ momentId, imageId, imageName }) =>
    `moment ${momentId} has a history of image ${imageId} (${imageName}), which is missing but was never deleted`,
  action: 'record in its history that it was found missing',
  repair: async (manager, { momentId, imageId, imageName }) => {
    await lockMoment(manager, momentId);
    const image = { id: imageId, fileName: imageName };
    await record(manager, DOCTOR, { momentId, action: 'image.deleted', image });
  },
});

/** Decisions that the history does not record. The last decision stands, unless what the client sees was changed afterwards. */
export const unrecordedDecisions = rowCheck<{ what: string; status: string }>({
  rows: `
    SELECT 'image ' || images."id" || ' of moment ' || images."momentId" AS what, images."status"
    FROM images LEFT JOIN LATERAL (
      SELECT CASE "action" WHEN 'image.resubmit_undone' THEN 'image.rejected' ELSE "action" END AS "action"
      FROM history WHERE history."momentId" = images."momentId" AND history."imageId" = images."id"
        AND "action" IN ('image.approved', 'image.rejected', 'image.resubmitted', 'image.resubmit_undone')
      ORDER BY history."id" DESC LIMIT 1
    ) AS last ON true
    WHERE images."status" <> 'pending' AND last."action" IS DISTINCT FROM 'image.' || images."status"
    UNION ALL
    SELECT 'section ' || "section" || ' of optimization ' || "optimizationId", "approval"
    FROM optimization_sections LEFT JOIN LATERAL (
      SELECT CASE "action" WHEN 'section.decision_undone' THEN 'section.' || ("changes"->'approval'->>'to')
        ELSE "action" END AS "action"
      FROM history WHERE history."optimizationId" = optimization_sections."optimizationId"
        AND history."section" = optimization_sections."section"
        AND "action" IN ('section.approved', 'section.rejected', 'section.decision_undone') ORDER BY history."id" DESC LIMIT 1
    ) AS last ON true
    WHERE "approval" <> 'pending' AND last."action" IS DISTINCT FROM 'section.' || "approval"`,
  problem: ({ what, status }) => `${what} is ${status}, but its history does not end with that decision`,
  action: 'it was not decided through the product: ask the client to decide again',
});

// The agency that had the domain first keeps it; one that was never verified does no harm.
const DUPLICATES = `
  SELECT "id", "name", "customDomain" FROM agencies AS later
  WHERE "domainVerified" AND ("customDomain" IS NULL OR EXISTS (
    SELECT FROM agencies AS earlier WHERE earlier."domainVerified"
      AND lower(rtrim(earlier."customDomain", '.')) = lower(rtrim(later."customDomain", '.'))
      AND (earlier."createdAt", earlier."id") < (later."createdAt", later."id")))`;

/** Verified domains that two agencies have, or that are not named. */
export const duplicateDomains = rowCheck<{ id: string; name: string; customDomain: string | null }>({
  rows: DUPLICATES,
  problem: ({ id, name, customDomain }) =>
    customDomain
      ? `agency ${id} (${name}) has the verified domain ${customDomain}, which an earlier agency has too`
      : `agency ${id} (${name}) has a verified domain, but names none`,
  action: 'take the verification back; staff may verify it again',
  repair: async (manager, { id, customDomain }) => {
    await manager.query(
      `UPDATE agencies SET "domainVerified" = false, "domainMisses" = 0, "domainNote" = $2
       WHERE "id" = $1 AND "id" IN (SELECT "id" FROM (${DUPLICATES}) AS duplicates)`,
      [id, customDomain ? 'Another agency has this domain.' : ''],
    );
    await publish(manager, 'agency.changed', { id });
  },
});
