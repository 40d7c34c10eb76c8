import type { EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';

/** A reviewer with an address, and the link by which they decide. */
interface DeciderRow {
  reviewerId: string;
  linkId: string;
  to: string;
  language: Language;
  clientId: string;
  timeZone: string;
  /** The review that the link leads to; `null` for all that is shared with the client. */
  leadsTo: string | null;
  reminderDays: number[];
}

/**
 * Those who may decide on a review by a link of their own that opens now, in the order of their addresses. The link to it goes
 * before that to all work of the client, which opens what was shared.
 */
export function findDeciders(manager: EntityManager, reviewId: string): Promise<DeciderRow[]> {
  return manager.query<DeciderRow[]>(DECIDERS, [reviewId]);
}

const DECIDERS = `
  SELECT * FROM (
    SELECT DISTINCT ON (r."id") r."id" AS "reviewerId", l."id" AS "linkId", r."email" AS "to", r."language", r."clientId",
      r."timeZone", l."reviewId" AS "leadsTo", l."reminderDays"
    FROM reviews
      JOIN reviewers r ON r."clientId" = reviews."clientId" AND r."email" <> ''
      JOIN review_links l ON l."reviewerId" = r."id"
        AND (l."reviewId" = reviews."id" OR (l."reviewId" IS NULL AND reviews."sharedAt" IS NOT NULL))
    WHERE reviews."id" = $1 AND l."mayDecide" AND l."revokedAt" IS NULL AND (l."expiresAt" IS NULL OR l."expiresAt" > now())
    ORDER BY r."id", l."reviewId" NULLS LAST
  ) deciders ORDER BY "to"`;
