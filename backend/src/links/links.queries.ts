import type { EntityManager } from 'typeorm';
import type { DecidedCount } from '../contract/links.js';

/** A subject of links: exactly one of both, or neither for all open work of a client. */
export interface LinkSubject {
  momentId: string | null;
  optimizationId: string | null;
}

/** What each reviewer of a moment or an optimization decided, as far as their decision stands. */
export async function countDecisions(
  manager: EntityManager,
  subject: LinkSubject,
): Promise<Map<string, Omit<DecidedCount, 'total'>>> {
  const [sql, id] = subject.momentId ? [OF_IMAGES, subject.momentId] : [OF_SECTIONS, subject.optimizationId];
  const rows: { reviewerId: string; approved: number; rejected: number }[] = await manager.query(sql, [id]);
  return new Map(rows.map(({ reviewerId, ...counts }) => [reviewerId, counts]));
}

/** How many photos or sections with a suggestion there are to decide on. */
export async function countToDecide(manager: EntityManager, subject: LinkSubject): Promise<number> {
  const sql = subject.momentId
    ? 'SELECT count(*)::int AS "total" FROM images WHERE "momentId" = $1'
    : `SELECT count(*)::int AS "total" FROM optimization_sections WHERE "optimizationId" = $1 AND "suggestion" <> ''`;
  const [row] = await manager.query<[{ total: number }]>(sql, [subject.momentId ?? subject.optimizationId]);
  return row.total;
}

const countsBy = (status: string): string => `last."reviewerId",
    count(*) FILTER (WHERE decided.${status} = 'approved')::int AS "approved",
    count(*) FILTER (WHERE decided.${status} = 'rejected')::int AS "rejected"`;

/** The reviewer of the last decision on each image or section that is decided. */
const OF_IMAGES = `SELECT ${countsBy('"status"')}
  FROM images decided JOIN LATERAL (
    SELECT "reviewerId" FROM history
    WHERE "momentId" = $1 AND "imageId" = decided."id" AND "action" IN ('image.approved', 'image.rejected')
    ORDER BY "id" DESC LIMIT 1
  ) last ON last."reviewerId" IS NOT NULL
  WHERE decided."momentId" = $1 AND decided."status" <> 'pending' GROUP BY last."reviewerId"`;
const OF_SECTIONS = `SELECT ${countsBy('"approval"')}
  FROM optimization_sections decided JOIN LATERAL (
    SELECT "reviewerId" FROM history
    WHERE "optimizationId" = $1 AND "section" = decided."section" AND "action" IN ('section.approved', 'section.rejected')
    ORDER BY "id" DESC LIMIT 1
  ) last ON last."reviewerId" IS NOT NULL
  WHERE decided."optimizationId" = $1 AND decided."approval" <> 'pending' GROUP BY last."reviewerId"`;
