import type { EntityManager } from 'typeorm';
import type { PortalItem } from '../contract/links.js';
import { IS_SHOWN } from '../reviews/review-items.queries.js';
import { sharedSql } from '../reviews/reviews.queries.js';
import { coverSql, thumbnailUrl, type Cover } from '../moments/covers.queries.js';

/** Entries of a portal, at most. */
const PORTAL_MAX = 200;

type PortalRow = Omit<PortalItem, 'coverUrl' | 'deliveredAt'> & { cover: Cover | null; deliveredAt: Date | null };

/**
 * The reviews that were shared with a client. First those that wait for a decision, by due date and then newest
 * first; then those that are decided, newest first.
 */
export async function listPortal(manager: EntityManager, clientId: string): Promise<PortalItem[]> {
  const rows = await manager.query<PortalRow[]>(LIST_PORTAL, [clientId, PORTAL_MAX]);
  return rows.map(({ cover, deliveredAt, ...item }) => {
    return { ...item, coverUrl: thumbnailUrl(cover), deliveredAt: deliveredAt?.toISOString() ?? null } as PortalItem;
  });
}

const LIST_PORTAL = `
  SELECT "kind", "id", "title", "status", "decided", "total", "dueOn"::text AS "dueOn", "deliveredAt",
    ${coverSql('"momentId" = shared."id"')} AS "cover"
  FROM (
    SELECT reviews.*, items.*
    FROM reviews CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE "status" <> 'pending')::int AS "decided", count(*)::int AS "total"
      FROM review_items WHERE "reviewId" = reviews."id" AND ${IS_SHOWN}
    ) items
    WHERE "clientId" = $1 AND ${sharedSql('reviews')}
  ) shared
  WHERE "total" > 0
  ORDER BY "decided" = "total", CASE WHEN "decided" < "total" THEN "dueOn" END, "createdAt" DESC, "id" LIMIT $2`;
