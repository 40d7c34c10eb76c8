import { prepared } from '../platform/database/sql.js';

/** Appends an entry; the last two parameters are who did it, and is not notified, and whether staff are to be notified of it. */
export const APPEND = prepared(
  'append to history',
  `WITH entry AS (
     INSERT INTO history ("momentId", "optimizationId", "imageId", "imageName", "section", "action", "actor", "actorName",
       "reviewerId", "changes", "feedback")
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING "id"
   )
   INSERT INTO pending_entries ("entryId", "userId") SELECT "id", $12 FROM entry WHERE $13::boolean`,
);
