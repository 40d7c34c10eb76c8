import type { EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';

/** A reviewer with an e-mail address, and the link by which they decide. */
interface DeciderRow {
  reviewerId: string;
  linkId: string;
  to: string;
  language: Language;
  clientId: string;
  timeZone: string;
  /** The review that the link opens; `null` for the portal, which lists all that is shared with the client. */
  linkReviewId: string | null;
  reminderDays: number[];
}

/**
 * The reviewers with an e-mail address who may decide on a review by an open link of their own, ordered by address.
 * Of a reviewer with two such links, the link to this review is returned, not that to the portal.
 */
export function findDeciders(manager: EntityManager, reviewId: string): Promise<DeciderRow[]> {
  return manager.query<DeciderRow[]>(DECIDERS, [reviewId]);
}

const DECIDERS = `
  SELECT * FROM (
    SELECT DISTINCT ON (r."id") r."id" AS "reviewerId", l."id" AS "linkId", r."email" AS "to", r."language", r."clientId",
      r."timeZone", l."reviewId" AS "linkReviewId", l."reminderDays"
    FROM reviews
      JOIN reviewers r ON r."clientId" = reviews."clientId" AND r."email" <> ''
      JOIN review_links l ON l."reviewerId" = r."id"
        AND (l."reviewId" = reviews."id" OR (l."reviewId" IS NULL AND reviews."sharedAt" IS NOT NULL))
    WHERE reviews."id" = $1 AND l."mayDecide" AND l."revokedAt" IS NULL AND (l."expiresAt" IS NULL OR l."expiresAt" > now())
    ORDER BY r."id", l."reviewId" NULLS LAST
  ) deciders ORDER BY "to"`;
