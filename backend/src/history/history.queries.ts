import { prepared } from '../platform/database/sql.js';

/** Appends an entry. $10: the member of staff who did it, who is not notified. $11: whether staff are to be notified of it. */
export const APPEND_ENTRY = prepared(
  'append to history',
  `WITH entry AS (
     INSERT INTO history ("reviewId", "itemId", "itemName", "action", "actor", "actorName", "reviewerId", "changes", "feedback")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING "id"
   )
   INSERT INTO pending_entries ("entryId", "userId") SELECT "id", $10 FROM entry WHERE $11::boolean`,
);
