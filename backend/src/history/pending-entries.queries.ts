import type { EntityManager } from 'typeorm';
import type { HistoryAction } from '../contract/history.js';
import { prepared } from '../platform/database/sql.js';

/** Entries of one sweep. */
const BATCH_SIZE = 500;
/** Key of the advisory lock that followers run under: any number that nothing else locks. */
const FOLLOWERS_LOCK_KEY = 7_401_120;

const FIND = prepared(
  'find pending entries',
  `SELECT p."entryId", h."reviewId" FROM pending_entries p LEFT JOIN history h ON h."id" = p."entryId"
   ORDER BY p."entryId" LIMIT ${BATCH_SIZE}`,
);
const DEQUEUE = prepared(
  'dequeue pending entries',
  `WITH dequeued AS (DELETE FROM pending_entries WHERE "entryId" = ANY($1) RETURNING "entryId", "userId")
   SELECT h."id", h."action", h."reviewerId", dequeued."userId" FROM dequeued JOIN history h ON h."id" = dequeued."entryId" ORDER BY h."id"`,
);

/** A pending entry; `reviewId` is `null` if its review was deleted. */
interface PendingRow {
  entryId: string;
  reviewId: string | null;
}

/** An entry as followers receive it. */
export interface FollowedEntry {
  id: string;
  action: HistoryAction;
  reviewerId: string | null;
  /** The member of staff who did it. */
  userId: string | null;
}

/** The oldest entries that the followers have not processed yet. */
export function findPending(manager: EntityManager): Promise<PendingRow[]> {
  return manager.query<PendingRow[]>(FIND);
}

/**
 * Removes these entries from the queue and returns those that were still in it, in their order; none of deleted
 * reviews.
 */
export function dequeuePending(manager: EntityManager, entryIds: string[]): Promise<FollowedEntry[]> {
  return manager.query<FollowedEntry[]>(DEQUEUE, [entryIds]);
}

/**
 * Lets one transaction at a time call the followers: waits for an advisory lock, which the end of the transaction
 * releases.
 */
export async function lockFollowers(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [FOLLOWERS_LOCK_KEY]);
}
