import type { EntityManager } from 'typeorm';
import type { DecidedCount } from '../contract/links.js';
import type { MailPhoto, ReviewFacts } from '../mail/mail-facts.js';
import { Moment } from '../moments/moment.entity.js';
import { Optimization } from '../optimizations/optimization.entity.js';
import { listPortal } from './portal.queries.js';

/** What a link leads to: a moment, an optimization, or all open work of a client if both are `null`. */
export interface LinkSubject {
  momentId: string | null;
  optimizationId: string | null;
}

/** The decisions of one reviewer that still stand. */
interface StandingDecisions extends Omit<DecidedCount, 'total'> {
  /** When the last of them was made. */
  at: Date;
}

/** How many decisions of each reviewer of a moment or an optimization still stand. */
export async function countDecisions(
  manager: EntityManager,
  subject: LinkSubject,
): Promise<Map<string, StandingDecisions>> {
  const [sql, id] = subject.momentId
    ? [COUNTS_OF_IMAGES, subject.momentId]
    : [COUNTS_OF_SECTIONS, subject.optimizationId];
  const rows = await manager.query<(StandingDecisions & { reviewerId: string })[]>(sql, [id]);
  return new Map(rows.map(({ reviewerId, ...counts }) => [reviewerId, counts]));
}

/** What each reviewer said at the end of this round of a moment or an optimization. */
export async function findSaidDone(
  manager: EntityManager,
  { momentId, optimizationId }: LinkSubject,
): Promise<Map<string, { at: Date; note: string }>> {
  const sql = momentId ? SAID_DONE_WITH_MOMENT : SAID_DONE_WITH_OPTIMIZATION;
  const rows = await manager.query<{ reviewerId: string; at: Date; note: string }[]>(sql, [momentId ?? optimizationId]);
  return new Map(rows.map(({ reviewerId, ...said }) => [reviewerId, said]));
}

/** How many photos or sections with a suggestion there are to decide on. */
export async function countToDecide(manager: EntityManager, subject: LinkSubject): Promise<number> {
  const sql = subject.momentId
    ? 'SELECT count(*)::int AS "total" FROM images WHERE "momentId" = $1'
    : `SELECT count(*)::int AS "total" FROM optimization_sections WHERE "optimizationId" = $1 AND "suggestion" <> ''`;
  const [row] = await manager.query<[{ total: number }]>(sql, [subject.momentId ?? subject.optimizationId]);
  return row.total;
}

/** Whether the subject of a link belongs to this client. A moment or an optimization may have been moved to another client. */
export async function belongsTo(
  manager: EntityManager,
  { momentId, optimizationId }: LinkSubject,
  clientId: string,
): Promise<boolean> {
  if (momentId) return manager.existsBy(Moment, { id: momentId, clientId });
  return optimizationId ? manager.existsBy(Optimization, { id: optimizationId, clientId }) : true;
}

/** The facts for a mail about the subject of a link: how many decisions are left, and the photos that wait for one. */
export async function findToDecide(
  manager: EntityManager,
  { momentId, optimizationId }: LinkSubject,
  clientId: string,
): Promise<Pick<ReviewFacts, 'things' | 'left' | 'total' | 'photos' | 'dueOn'>> {
  if (momentId) {
    const [row] = await manager.query<[ToDecide & { photos: MailPhoto[] }]>(LEFT_OF_MOMENT, [momentId]);
    return { ...row, things: 'photos' };
  }
  if (optimizationId) {
    const [row] = await manager.query<[ToDecide]>(LEFT_OF_OPTIMIZATION, [optimizationId]);
    return { ...row, things: 'sections', photos: [] };
  }
  const items = await listPortal(manager, clientId);
  const left = items.filter((item) => item.decided < item.total).length;
  return { things: 'items', left, total: items.length, photos: [], dueOn: null };
}

/** A photo or a section that a reviewer decided on. */
interface Decided {
  /** The photo's title, or the section. */
  name: string;
  fileId: string | null;
  isApproved: boolean;
  feedback: string;
}

/** A reviewer's decisions that still stand. `isOver`: a reviewer ended the round, or nothing is left to decide. */
export async function findDecided(
  manager: EntityManager,
  { momentId, optimizationId }: LinkSubject,
  reviewerId: string,
): Promise<{ isOver: boolean; decided: Decided[] }> {
  const [sql, id] = momentId ? [IMAGES_DECIDED_BY, momentId] : [SECTIONS_DECIDED_BY, optimizationId];
  const [row] = await manager.query<[{ isOver: boolean; decided: Decided[] }]>(sql, [id, reviewerId]);
  return row;
}

type ToDecide = Pick<ReviewFacts, 'left' | 'total' | 'dueOn'>;

/** Maximum number of photos of a mail. */
const PHOTOS_MAX = 30;

const PHOTO = `json_build_object('fileId', i."fileId", 'title', COALESCE(NULLIF(i."title", ''), i."fileName"))`;
const LEFT_OF_MOMENT = `
  SELECT count(i."id")::int AS "total", count(i."id") FILTER (WHERE i."status" = 'pending')::int AS "left",
    m."dueOn"::text AS "dueOn",
    COALESCE(
      (json_agg(${PHOTO} ORDER BY i."position") FILTER (WHERE i."status" = 'pending' AND i."position" < ${PHOTOS_MAX})),
      '[]'
    ) AS "photos"
  FROM moments m LEFT JOIN images i ON i."momentId" = m."id" WHERE m."id" = $1 GROUP BY m."id"`;
const LEFT_OF_OPTIMIZATION = `
  SELECT count(*) FILTER (WHERE s."suggestion" <> '')::int AS "total",
    count(*) FILTER (WHERE s."suggestion" <> '' AND s."approval" = 'pending')::int AS "left", o."dueOn"::text AS "dueOn"
  FROM gmb_optimizations o JOIN optimization_sections s ON s."optimizationId" = o."id"
  WHERE o."id" = $1 GROUP BY o."id"`;

/** The images of a moment that are decided, with the reviewer of their last decision, if it was a reviewer's. */
const DECIDED_IMAGES = `images d JOIN LATERAL (
    SELECT "reviewerId", "at" FROM history
    WHERE "momentId" = $1 AND "imageId" = d."id" AND "action" IN ('image.approved', 'image.rejected')
    ORDER BY "id" DESC LIMIT 1
  ) last ON last."reviewerId" IS NOT NULL WHERE d."momentId" = $1 AND d."status" <> 'pending'`;
/** The same of the sections of an optimization. */
const DECIDED_SECTIONS = `optimization_sections d JOIN LATERAL (
    SELECT "reviewerId", "at" FROM history
    WHERE "optimizationId" = $1 AND "section" = d."section" AND "action" IN ('section.approved', 'section.rejected')
    ORDER BY "id" DESC LIMIT 1
  ) last ON last."reviewerId" IS NOT NULL WHERE d."optimizationId" = $1 AND d."approval" <> 'pending'`;

const countsOf = (decided: string, status: string): string => `
  SELECT last."reviewerId", count(*) FILTER (WHERE d.${status} = 'approved')::int AS "approved",
    count(*) FILTER (WHERE d.${status} = 'rejected')::int AS "rejected", max(last."at") AS "at"
  FROM ${decided} GROUP BY last."reviewerId"`;
const COUNTS_OF_IMAGES = countsOf(DECIDED_IMAGES, '"status"');
const COUNTS_OF_SECTIONS = countsOf(DECIDED_SECTIONS, '"approval"');

// A round that is over keeps when that was first said.
const saidDone = (table: string, column: string, action: string): string => `
  SELECT DISTINCT ON (h."reviewerId") h."reviewerId", h."at", h."feedback" AS "note"
  FROM ${table} s JOIN history h ON h."${column}" = s."id" AND h."at" >= (s."done" ->> 'at')::timestamptz
  WHERE s."id" = $1 AND h."action" = '${action}' AND h."reviewerId" IS NOT NULL
  ORDER BY h."reviewerId", h."id" DESC`;
const SAID_DONE_WITH_MOMENT = saidDone('moments', 'momentId', 'moment.done');
const SAID_DONE_WITH_OPTIMIZATION = saidDone('gmb_optimizations', 'optimizationId', 'optimization.done');

const decidedBy = (table: string, item: string, decided: string, left: string): string => `
  SELECT s."done" IS NOT NULL OR NOT EXISTS (${left}) AS "isOver", COALESCE((
    SELECT json_agg(${item}) FROM ${decided} AND last."reviewerId" = $2
  ), '[]') AS "decided"
  FROM ${table} s WHERE s."id" = $1`;
const IMAGES_DECIDED_BY = decidedBy(
  'moments',
  `json_build_object('name', COALESCE(NULLIF(d."title", ''), d."fileName"), 'fileId', d."fileId",
    'isApproved', d."status" = 'approved', 'feedback', d."feedback") ORDER BY d."position"`,
  DECIDED_IMAGES,
  `SELECT FROM images WHERE "momentId" = $1 AND "status" = 'pending'`,
);
const SECTIONS_DECIDED_BY = decidedBy(
  'gmb_optimizations',
  `json_build_object('name', d."section", 'fileId', NULL, 'isApproved', d."approval" = 'approved',
    'feedback', d."feedback") ORDER BY d."section"`,
  DECIDED_SECTIONS,
  `SELECT FROM optimization_sections WHERE "optimizationId" = $1 AND "approval" = 'pending' AND "suggestion" <> ''`,
);
