import type { EntityManager } from 'typeorm';
import type { HistoryAction } from '../contract/history.js';
import { prepared } from '../platform/database/sql.js';

/** Entries that are read at a time. */
const AT_A_TIME = 500;
/** Key of the advisory lock on what follows entries: any number that nothing else locks. */
const LOCK = 7_401_120;

const FIND = prepared(
  'find pending entries',
  `SELECT p."entryId", h."reviewId" FROM pending_entries p LEFT JOIN history h ON h."id" = p."entryId"
   ORDER BY p."entryId" LIMIT ${AT_A_TIME}`,
);
const TAKE = prepared(
  'take pending entries',
  `WITH taken AS (DELETE FROM pending_entries WHERE "entryId" = ANY($1) RETURNING "entryId", "userId")
   SELECT h."id", h."action", h."reviewerId", taken."userId" FROM taken JOIN history h ON h."id" = taken."entryId" ORDER BY h."id"`,
);

/** A pending entry; `reviewId` is `null` if its review was deleted. */
interface Waiting {
  entryId: string;
  reviewId: string | null;
}

/** An entry of which something follows. */
export interface FollowedEntry {
  id: string;
  action: HistoryAction;
  reviewerId: string | null;
  /** The member of staff who did it. */
  userId: string | null;
}

/** The first entries of which nothing has followed yet. */
export function findPending(manager: EntityManager): Promise<Waiting[]> {
  return manager.query<Waiting[]>(FIND);
}

/** Deletes and returns those of these entries that no other process took, in their order. Entries of deleted reviews are dropped. */
export function takePending(manager: EntityManager, entryIds: string[]): Promise<FollowedEntry[]> {
  return manager.query<FollowedEntry[]>(TAKE, [entryIds]);
}

/** Lets one transaction at a time do what follows from entries: waits until another one that does ends. Locks no row. */
export async function lockFollowing(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}
