import type { EntityManager } from 'typeorm';
import { AWAITS_DECISION } from '../reviews/review-items.queries.js';

const DONE = `
  UPDATE reviews SET "done" = jsonb_build_object('at', now(), 'by', $2::text, 'note', $3::text,
    'left', (SELECT count(*) FROM review_items WHERE "reviewId" = $1 AND ${AWAITS_DECISION}))
  WHERE "id" = $1 AND "done" IS NULL`;

/** Keeps that a reviewer is done with this round, unless one was done before. @returns whether it was kept */
export async function keepDone(
  manager: EntityManager,
  reviewId: string,
  { name, note }: { name: string | null; note: string },
): Promise<boolean> {
  const [, affected] = await manager.query<[unknown, number]>(DONE, [reviewId, name, note]);
  return affected > 0;
}
