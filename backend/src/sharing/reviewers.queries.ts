import type { EntityManager } from 'typeorm';

/** Facts about all links of a reviewer. */
export interface LinkFacts {
  lastSeenAt: Date | null;
  openLinks: number;
}

/** By reviewer id; reviewers without links are missing. */
export async function findLinkFacts(manager: EntityManager, clientId: string): Promise<Map<string, LinkFacts>> {
  const rows = await manager.query<(LinkFacts & { reviewerId: string })[]>(LINK_FACTS, [clientId]);
  return new Map(rows.map(({ reviewerId, ...facts }) => [reviewerId, facts]));
}

const LINK_FACTS = `
  SELECT l."reviewerId", max(l."lastSeenAt") AS "lastSeenAt",
    count(*) FILTER (WHERE l."revokedAt" IS NULL AND (l."expiresAt" IS NULL OR l."expiresAt" > now()))::int AS "openLinks"
  FROM reviewers r JOIN review_links l ON l."reviewerId" = r."id" WHERE r."clientId" = $1 GROUP BY l."reviewerId"`;
