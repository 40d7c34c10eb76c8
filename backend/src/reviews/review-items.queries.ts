import type { EntityManager } from 'typeorm';

/** Condition on `review_items`: reviewers see the item. A section without a suggestion is not shown. */
export const IS_SHOWN = `"isShown"`;
/** Condition on `review_items`: the item waits for the client's decision. */
export const AWAITS_DECISION = `"isShown" AND "status" = 'pending'`;

/** How many items of a review its reviewers can see. */
export async function countShown(manager: EntityManager, reviewId: string): Promise<number> {
  const sql = `SELECT count(*)::int AS "total" FROM review_items WHERE "reviewId" = $1 AND ${IS_SHOWN}`;
  const [row] = await manager.query<[{ total: number }]>(sql, [reviewId]);
  return row.total;
}
