import { prepared } from '../platform/database/sql.js';

/** Appends an entry. */
export const APPEND = prepared(
  'append to audit',
  `INSERT INTO audit ("actor", "actorName", "userId", "action", "targetKind", "targetId", "targetName", "changes")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Refused sign-ins to one account that are kept of an hour. */
const REFUSALS_PER_HOUR = 20;

/** Appends a refused sign-in to the account with the e-mail $1. */
export const APPEND_REFUSAL = `
  INSERT INTO audit ("actor", "action", "targetKind", "targetId", "targetName", "changes")
  SELECT 'visitor', 'user.sign_in_refused', 'user', u."id",
    CASE WHEN u."name" = '' THEN u."email" ELSE u."name" || ' (' || u."email" || ')' END, $2::jsonb
  FROM users u WHERE u."email" = $1 AND (
    SELECT count(*) FROM audit WHERE "targetId" = u."id"::text AND "action" = 'user.sign_in_refused'
      AND "at" > now() - interval '1 hour'
  ) < ${REFUSALS_PER_HOUR}`;
