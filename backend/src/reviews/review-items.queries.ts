import type { EntityManager } from 'typeorm';

/** Condition of `review_items`: the client can see it. A section without a suggestion is not shown. */
export const SHOWN = `"isShown"`;
/** Condition of `review_items`: it waits for the client's decision. */
export const LEFT = `"isShown" AND "status" = 'pending'`;

/** How many items of a review a client can see. */
export async function countShown(manager: EntityManager, reviewId: string): Promise<number> {
  const sql = `SELECT count(*)::int AS "total" FROM review_items WHERE "reviewId" = $1 AND ${SHOWN}`;
  const [row] = await manager.query<[{ total: number }]>(sql, [reviewId]);
  return row.total;
}
