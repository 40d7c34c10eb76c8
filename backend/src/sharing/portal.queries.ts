import type { EntityManager } from 'typeorm';
import type { PortalItem } from '../contract/links.js';
import { coverOf, thumbnailUrl, type Cover } from '../moments/covers.queries.js';

/** Entries of a portal at most: the newest. */
const PORTAL_MAX = 200;

type PortalRow = Omit<PortalItem, 'coverUrl' | 'deliveredAt'> & { cover: Cover | null; deliveredAt: Date | null };

/** What was shared with a client: first what waits for a decision, by the day it is due and then the newest first; then what is decided, the newest first. */
export async function listPortal(manager: EntityManager, clientId: string): Promise<PortalItem[]> {
  const rows = await manager.query<PortalRow[]>(SQL, [clientId, PORTAL_MAX]);
  return rows.map(({ cover, deliveredAt, ...item }) => {
    return { ...item, coverUrl: thumbnailUrl(cover), deliveredAt: deliveredAt?.toISOString() ?? null } as PortalItem;
  });
}

const SQL = `
  SELECT "kind", "id", "title", "status", "decided", "total", "dueOn"::text AS "dueOn", "deliveredAt", "cover" FROM (
    SELECT 'moment' AS "kind", m."id", m."title", m."status", m."dueOn", m."deliveredAt", m."createdAt", photos.*,
      ${coverOf('"momentId" = m."id"')} AS "cover"
    FROM moments m
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE "status" <> 'pending')::int AS "decided", count(*)::int AS "total"
        FROM images WHERE "momentId" = m."id"
      ) photos
    WHERE m."clientId" = $1 AND (m."sharedAt" IS NOT NULL OR m."status" IN ('pending', 'approved', 'rejected'))
    UNION ALL
    SELECT 'optimization', o."id", o."businessName", o."status", o."dueOn", NULL, o."createdAt", sections.*, NULL
    FROM gmb_optimizations o
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE "approval" <> 'pending')::int, count(*)::int
        FROM optimization_sections WHERE "optimizationId" = o."id" AND "suggestion" <> ''
      ) sections
    WHERE o."clientId" = $1 AND (o."sharedAt" IS NOT NULL OR o."openedAt" IS NOT NULL)
  ) shared
  WHERE "total" > 0
  ORDER BY "decided" = "total", CASE WHEN "decided" < "total" THEN "dueOn" END, "createdAt" DESC, "id" LIMIT $2`;
