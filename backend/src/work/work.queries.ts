import type { DataSource } from 'typeorm';
import { scopeSql, type Scoped, type ScopeSql } from '../access/scope.js';
import type { Agency } from '../agencies/agency.entity.js';
import { daysLeftSql, overdueSql } from '../reviews/due.queries.js';
import { SECTIONS, type MomentStatus, type Section } from '../contract/statuses.js';
import type { WorkKind } from '../contract/work.js';
import { REJECTION_ACTIONS } from '../history/action-lists.js';
import { coverSql, type Cover } from '../moments/covers.queries.js';
import { captionColumns } from '../moments/moment-status.queries.js';

/** The columns of work that views need. */
export interface WorkRow extends Pick<Agency, 'customDomain' | 'domainVerified'> {
  subjectId: string;
  title: string;
  clientId: string;
  business: string;
  cover: Cover | null;
  count: number;
  sections: Section[];
  words: string;
  dueOn: string | null;
  daysLeft: number | null;
  since: Date;
  publicLink: string | null;
  isOpenLinkWorking: boolean;
}

/** A link is listed if the client has not opened it after this time. */
const UNOPENED_AFTER = `interval '3 days'`;
/** Maximum number of failed runs that are searched, the newest first. */
const FAILED_RUNS = 200;

const UNOPENED = `"openedAt" IS NULL AND "sharedAt" IS NOT NULL AND "status" = 'pending' AND "sharedAt" < now() - ${UNOPENED_AFTER}`;
const UNDELIVERED = `"status" = 'approved' AND "undelivered" > 0`;
const UNSHARED_OPTIMIZATION = `"status" = 'in_progress' AND "currentStep" = 5 AND "sharedAt" IS NULL AND "openedAt" IS NULL`;
const UNOPENED_OPTIMIZATION = `"status" = 'in_progress' AND "sharedAt" IS NOT NULL AND "openedAt" IS NULL AND "sharedAt" < now() - ${UNOPENED_AFTER}`;
/** Overdue reviews of the client, without those that are listed for another reason. */
const OVERDUE = `"status" = 'pending' AND ${overdueSql('moment', 'moments')} AND (${UNOPENED}) IS NOT TRUE`;
const OVERDUE_OPTIMIZATION = `"status" = 'in_progress' AND coalesce("sharedAt", "openedAt") IS NOT NULL
    AND ${overdueSql('optimization', 'optimizations')} AND (${UNOPENED_OPTIMIZATION}) IS NOT TRUE
    AND NOT EXISTS (
      SELECT FROM optimization_sections
      WHERE "optimizationId" = optimizations."id" AND ("approval" = 'rejected' OR "unwritten" <> '')
    )`;
const INCOMPLETE = `i."status" <> 'approved' AND '' IN (${captionColumns('i')})`;

/**
 * SQL of the columns of a moment `m`.
 * @param coverCondition condition for its cover: the first image that meets it
 */
const ofMoment = (
  coverCondition = '"momentId" = m."id"',
) => `m."id" AS "subjectId", m."title", c."id" AS "clientId", c."business",
  ${coverSql(coverCondition)} AS "cover", '{}'::text[] AS "sections", NULL AS "publicLink", m."openLink" AND c."openLink" AS "isOpenLinkWorking", a."customDomain", a."domainVerified",
  m."dueOn"::text AS "dueOn", ${daysLeftSql('moment', 'm')} AS "daysLeft"`;
const OF_MOMENT = ofMoment();
/** The same columns, with the image of the client's last feedback as the cover. */
const OF_FEEDBACK = ofMoment(`"momentId" = m."id" AND "status" = 'rejected' AND "id" = coalesce(last."imageId", "id")`);
const CLIENT_OF_MOMENT = 'JOIN clients c ON c."id" = m."clientId" LEFT JOIN agencies a ON a."id" = c."agencyId"';
const OF_OPTIMIZATION = `o."id" AS "subjectId", o."title", c."id" AS "clientId", c."business", NULL AS "cover",
  o."publicLink", o."openLink" AND c."openLink" AS "isOpenLinkWorking", a."customDomain", a."domainVerified", o."dueOn"::text AS "dueOn", ${daysLeftSql('optimization', 'o')} AS "daysLeft"`;
const CLIENT_OF_OPTIMIZATION = 'JOIN clients c ON c."id" = o."clientId" LEFT JOIN agencies a ON a."id" = c."agencyId"';

/** Sections in the order of the pages. */
const SECTION_ORDER = `array_position(ARRAY['${SECTIONS.join("', '")}'], "section")`;
/** Columns of an optimization whose sections are not listed one by one. */
const ALL_SECTIONS = `${SECTIONS.length} AS "count", '{}'::text[] AS "sections", '' AS "words"`;

/**
 * SQL of failed caption runs of which some images still have no complete caption, and that were not followed by
 * another run.
 */
const failedRuns = ({ and }: ScopeSql) => `
  FROM (SELECT * FROM runs WHERE "kind" = 'captions' AND "failed" > 0${and('"subjectId"', 'review')} ORDER BY "createdAt" DESC LIMIT ${FAILED_RUNS}) r
  JOIN moments m ON m."id" = r."subjectId"
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count", min(item."message") AS "words"
    FROM run_items item JOIN images i ON i."id" = item."key"::uuid
    WHERE item."runId" = r."id" AND item."state" = 'failed' AND ${INCOMPLETE}
  ) items
  WHERE r."payload"->>'mode' = 'missing' AND r."state" NOT IN ('queued', 'running') AND items."count" > 0
    AND NOT EXISTS (
      SELECT FROM runs later
      WHERE later."kind" = r."kind" AND later."subjectId" = r."subjectId" AND later."createdAt" > r."createdAt"
        AND later."payload"->>'mode' = 'missing'
    )`;

/**
 * Returns a query for the first $1 rows of each kind within a scope. Each uses an index with few rows, so that it is
 * fast with 100,000 moments.
 */
function itemsWithin(scope: ScopeSql): Record<WorkKind, string> {
  const within = scope.and('"clientId"');
  const ofSections = scope.and('"optimizationId"', 'review');
  return {
    'moment.feedback': `
    SELECT ${OF_FEEDBACK}, rejected."count", coalesce(last."feedback", rejected."feedback") AS "words",
      coalesce(last."at", m."createdAt") AS "since"
    FROM (SELECT * FROM moments WHERE "status" = 'rejected'${within} ORDER BY "createdAt" DESC LIMIT $1) m ${CLIENT_OF_MOMENT}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "count", coalesce(min("feedback"), '') AS "feedback" FROM images
      WHERE "momentId" = m."id" AND "status" = 'rejected'
    ) rejected
    LEFT JOIN LATERAL (
      SELECT h."feedback", h."at", i."id" AS "imageId" FROM history h JOIN images i ON i."id" = h."itemId"::uuid AND i."status" = 'rejected'
      WHERE h."reviewId" = m."id" AND h."action" IN (${REJECTION_ACTIONS}) ORDER BY h."id" DESC LIMIT 1
    ) last ON true`,
    'optimization.feedback': `
    SELECT ${OF_OPTIMIZATION}, rejected."count", rejected."sections", coalesce(last."feedback", '') AS "words",
      coalesce(last."at", o."createdAt") AS "since"
    FROM (
      SELECT "optimizationId", count(*)::int AS "count", array_agg("section") AS "sections"
      FROM optimization_sections WHERE "approval" = 'rejected'${ofSections} GROUP BY "optimizationId" LIMIT $1
    ) rejected
    JOIN optimizations o ON o."id" = rejected."optimizationId" ${CLIENT_OF_OPTIMIZATION}
    LEFT JOIN LATERAL (
      SELECT h."feedback", h."at" FROM history h
      WHERE h."reviewId" = o."id" AND h."action" IN (${REJECTION_ACTIONS}) AND h."itemId" = ANY(rejected."sections")
      ORDER BY h."id" DESC LIMIT 1
    ) last ON true`,
    'captions.failed': `
    SELECT ${OF_MOMENT}, failed."count", failed."words", failed."since"
    FROM (
      SELECT m.*, items."count", items."words", coalesce(r."endedAt", r."createdAt") AS "since" ${failedRuns(scope)}
      ORDER BY r."createdAt" DESC LIMIT $1
    ) failed JOIN moments m ON m."id" = failed."id" ${CLIENT_OF_MOMENT}`,
    'optimization.unwritten': `
    SELECT ${OF_OPTIMIZATION}, unwritten."count", unwritten."sections", unwritten."words", coalesce(last."endedAt", o."createdAt") AS "since"
    FROM (
      SELECT "optimizationId", count(*)::int AS "count", array_agg("section" ORDER BY ${SECTION_ORDER}) AS "sections",
        string_agg("unwritten", ' ' ORDER BY ${SECTION_ORDER}) AS "words"
      FROM optimization_sections WHERE "unwritten" <> ''${ofSections} GROUP BY "optimizationId" LIMIT $1
    ) unwritten
    JOIN optimizations o ON o."id" = unwritten."optimizationId" ${CLIENT_OF_OPTIMIZATION}
    LEFT JOIN LATERAL (
      SELECT "endedAt" FROM runs WHERE "kind" = 'optimizations' AND "subjectId" = o."id" ORDER BY "createdAt" DESC LIMIT 1
    ) last ON true`,
    'moment.undelivered': `
    SELECT ${OF_MOMENT}, m."undelivered" AS "count", '' AS "words", coalesce(last."at", m."createdAt") AS "since"
    FROM (SELECT * FROM moments WHERE ${UNDELIVERED}${within} ORDER BY "createdAt" DESC LIMIT $1) m ${CLIENT_OF_MOMENT}
    LEFT JOIN LATERAL (
      SELECT max("decidedAt") AS "at" FROM images WHERE "momentId" = m."id" AND "version" IS DISTINCT FROM "deliveredVersion"
    ) last ON true`,
    'moment.unshared': `
    SELECT ${OF_MOMENT}, m."imageCount" AS "count", '' AS "words", coalesce(last."at", m."createdAt") AS "since"
    FROM (SELECT * FROM moments WHERE "status" = 'generated'${within} ORDER BY "createdAt" DESC LIMIT $1) m ${CLIENT_OF_MOMENT}
    LEFT JOIN LATERAL (SELECT "at" FROM history WHERE "reviewId" = m."id" ORDER BY "id" DESC LIMIT 1) last ON true`,
    'optimization.unshared': `
    SELECT ${OF_OPTIMIZATION}, ${ALL_SECTIONS}, coalesce(last."at", o."createdAt") AS "since"
    FROM (SELECT * FROM optimizations WHERE ${UNSHARED_OPTIMIZATION}${within} ORDER BY "createdAt" DESC LIMIT $1) o
    ${CLIENT_OF_OPTIMIZATION}
    LEFT JOIN LATERAL (SELECT "at" FROM history WHERE "reviewId" = o."id" ORDER BY "id" DESC LIMIT 1) last ON true`,
    'moment.unopened': `
    SELECT ${OF_MOMENT}, m."imageCount" AS "count", '' AS "words", m."sharedAt" AS "since"
    FROM (SELECT * FROM moments WHERE ${UNOPENED}${within} ORDER BY "sharedAt" LIMIT $1) m ${CLIENT_OF_MOMENT}`,
    'optimization.unopened': `
    SELECT ${OF_OPTIMIZATION}, ${ALL_SECTIONS}, o."sharedAt" AS "since"
    FROM (SELECT * FROM optimizations WHERE ${UNOPENED_OPTIMIZATION}${within} ORDER BY "sharedAt" LIMIT $1) o
    ${CLIENT_OF_OPTIMIZATION}`,
    'moment.overdue': `
    SELECT ${OF_MOMENT}, pending."count", '' AS "words", coalesce(m."sharedAt", m."createdAt") AS "since"
    FROM (SELECT * FROM moments WHERE ${OVERDUE}${within} ORDER BY "dueOn" LIMIT $1) m ${CLIENT_OF_MOMENT}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "count" FROM images WHERE "momentId" = m."id" AND "status" = 'pending'
    ) pending`,
    'optimization.overdue': `
    SELECT ${OF_OPTIMIZATION}, pending.*, '' AS "words", coalesce(o."sharedAt", o."createdAt") AS "since"
    FROM (SELECT * FROM optimizations WHERE ${OVERDUE_OPTIMIZATION}${within} ORDER BY "dueOn" LIMIT $1) o ${CLIENT_OF_OPTIMIZATION}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "count", array_agg("section" ORDER BY ${SECTION_ORDER}) AS "sections"
      FROM optimization_sections WHERE "optimizationId" = o."id" AND "approval" = 'pending'
    ) pending`,
  };
}

/** Returns a query for the number of rows of each kind within a scope. */
function countsWithin(scope: ScopeSql): string {
  const within = scope.and('"clientId"');
  const ofSections = scope.and('"optimizationId"', 'review');
  // For all moments, the table `moment_counts` has the number of each status.
  const withStatus = (status: MomentStatus): string =>
    within === ''
      ? `SELECT coalesce(sum("count"), 0)::int FROM moment_counts WHERE "status" = '${status}'`
      : `SELECT count(*)::int FROM moments WHERE "status" = '${status}'${within}`;
  return `SELECT
  (${withStatus('rejected')}) AS "moment.feedback",
  (SELECT count(DISTINCT "optimizationId")::int FROM optimization_sections WHERE "approval" = 'rejected'${ofSections}) AS "optimization.feedback",
  (SELECT count(*)::int ${failedRuns(scope)}) AS "captions.failed",
  (SELECT count(DISTINCT "optimizationId")::int FROM optimization_sections WHERE "unwritten" <> ''${ofSections}) AS "optimization.unwritten",
  (SELECT count(*)::int FROM moments WHERE ${UNDELIVERED}${within}) AS "moment.undelivered",
  (${withStatus('generated')}) AS "moment.unshared",
  (SELECT count(*)::int FROM optimizations WHERE ${UNSHARED_OPTIMIZATION}${within}) AS "optimization.unshared",
  (SELECT count(*)::int FROM moments WHERE ${UNOPENED}${within}) AS "moment.unopened",
  (SELECT count(*)::int FROM optimizations WHERE ${UNOPENED_OPTIMIZATION}${within}) AS "optimization.unopened",
  (SELECT count(*)::int FROM moments WHERE ${OVERDUE}${within}) AS "moment.overdue",
  (SELECT count(*)::int FROM optimizations WHERE ${OVERDUE_OPTIMIZATION}${within}) AS "optimization.overdue"`;
}

/** Returns at most `limit` rows of one kind. */
export function findWorkOfKind(db: DataSource, kind: WorkKind, limit: number, reader: Scoped): Promise<WorkRow[]> {
  const scope = scopeSql(reader, 1);
  return db.query<WorkRow[]>(itemsWithin(scope)[kind], [limit, ...scope.values]);
}

/** Returns the number of each kind; failed captions are only counted among the newest failed runs. */
export async function countWork(db: DataSource, reader: Scoped): Promise<Record<WorkKind, number>> {
  const scope = scopeSql(reader, 0);
  const [counts] = await db.query<[Record<WorkKind, number>]>(countsWithin(scope), scope.values);
  return counts;
}
