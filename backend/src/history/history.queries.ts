import type { EntityManager } from 'typeorm';
import { prepared } from '../platform/database/sql.js';
import type { HistoryRecord } from './history.entity.js';

/** A row of the history without what the database adds. */
export type HistoryRow = Omit<HistoryRecord, 'id' | 'at'>;

const INSERT = prepared(
  'append to history',
  `WITH entry AS (
     INSERT INTO history ("momentId", "optimizationId", "imageId", "imageName", "section", "action", "actor", "actorName",
       "reviewerId", "changes", "feedback")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING "id"
   )
   INSERT INTO pending_entries ("entryId", "userId") SELECT "id", $12 FROM entry WHERE $13::boolean`,
);

/**
 * Appends an entry; if `isNotified`, staff will be notified of it.
 * @param userId who did it, and is not notified
 */
export async function appendEntry(
  manager: EntityManager,
  row: HistoryRow,
  { isNotified, userId = null }: { isNotified: boolean; userId?: string | null },
): Promise<void> {
  const { momentId, optimizationId, imageId, imageName, section, action, actor, actorName, reviewerId } = row;
  const about = [momentId, optimizationId, imageId, imageName, section, action, actor, actorName, reviewerId];
  await manager.query(INSERT, [...about, JSON.stringify(row.changes), row.feedback, userId, isNotified]);
}
