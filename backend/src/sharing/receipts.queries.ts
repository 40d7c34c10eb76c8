import type { EntityManager } from 'typeorm';
import { DECISION_ACTIONS, NEW_TO_CLIENT_ACTIONS } from '../history/action-lists.js';
import { AWAITS_DECISION } from '../reviews/review-items.queries.js';

/**
 * Ids of the reviewers who get a receipt: they decided since their last one, and they got something new to
 * decide since it, if there was one. All of them if nothing is left to decide, otherwise those in `done`.
 */
export async function findWithoutReceipt(manager: EntityManager, reviewId: string, done: string[]): Promise<string[]> {
  const rows = await manager.query<{ reviewerId: string }[]>(WITHOUT_RECEIPT, [reviewId, done]);
  return rows.map(({ reviewerId }) => reviewerId);
}

const WITHOUT_RECEIPT = `
  SELECT DISTINCT decision."reviewerId" FROM history decision
  WHERE decision."reviewId" = $1 AND decision."reviewerId" IS NOT NULL AND decision."action" IN (${DECISION_ACTIONS})
    AND (decision."reviewerId" = ANY($2::uuid[]) OR NOT EXISTS (SELECT FROM review_items WHERE "reviewId" = $1 AND ${AWAITS_DECISION}))
    AND NOT EXISTS (
      SELECT FROM mails m JOIN review_links l ON l."id" = m."linkId"
      WHERE m."reviewId" = $1 AND m."kind" = 'receipt' AND m."state" <> 'dropped' AND l."reviewerId" = decision."reviewerId"
        AND (m."createdAt" >= decision."at" OR NOT EXISTS (
          SELECT FROM history h WHERE h."reviewId" = $1 AND h."at" > m."createdAt" AND h."action" IN (${NEW_TO_CLIENT_ACTIONS})
        ))
    )`;
