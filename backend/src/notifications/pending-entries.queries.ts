import type { EntityManager } from 'typeorm';
import { prepared } from '../platform/database/sql.js';
import type { Notification } from './notification.entity.js';
import type { NotifiedEntry } from './notify.js';

/** Entries that are read at a time. */
const AT_A_TIME = 500;
/** Key of the advisory lock on notifications of reviews: any number that nothing else locks. */
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

/** The first entries that staff are not notified of yet. */
export function findPending(manager: EntityManager): Promise<Waiting[]> {
  return manager.query<Waiting[]>(FIND);
}

/** Deletes and returns those of these entries that no other process took, in their order. Entries of deleted reviews are dropped. */
export function takePending(manager: EntityManager, entryIds: string[]): Promise<NotifiedEntry[]> {
  return manager.query<NotifiedEntry[]>(TAKE, [entryIds]);
}

/** Lets one transaction at a time make notifications of reviews: waits until another one that does ends. Locks no row. */
export async function lockNotifying(manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}

/** Locks what a notification is about, as adding one does, until the transaction ends. */
export async function lockSubject(
  manager: EntityManager,
  { reviewId, clientId }: Pick<Notification, 'reviewId' | 'clientId'>,
): Promise<void> {
  if (reviewId) await manager.query('SELECT FROM reviews WHERE "id" = $1 FOR SHARE', [reviewId]);
  else await manager.query('SELECT FROM clients WHERE "id" = $1 FOR SHARE', [clientId]);
}
