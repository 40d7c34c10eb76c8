import type { EntityManager } from 'typeorm';
import { idOf, type Subject } from '../history/subject.js';

/**
 * Reviewers who decided on a moment or an optimization since their last receipt, and got none since something was put before them:
 * all of them where everything is decided, otherwise those who are done.
 */
export async function findWithoutReceipt(manager: EntityManager, subject: Subject, done: string[]): Promise<string[]> {
  const sql = 'momentId' in subject ? OF_MOMENT : OF_OPTIMIZATION;
  const rows = await manager.query<{ reviewerId: string }[]>(sql, [idOf(subject), done]);
  return rows.map(({ reviewerId }) => reviewerId);
}

/** What makes a new round of decisions, as a pattern. */
const RENEWS = `'^(image|section)\\.(uploaded|edited|restored|replaced|resubmitted|suggested)$'`;

const without = (column: string, left: string): string => `
  SELECT DISTINCT decision."reviewerId" FROM history decision
  WHERE decision."${column}" = $1 AND decision."reviewerId" IS NOT NULL AND decision."action" ~ '\\.(approved|rejected)$'
    AND (decision."reviewerId" = ANY($2::uuid[]) OR NOT EXISTS (${left}))
    AND NOT EXISTS (
      SELECT FROM mails m JOIN review_links l ON l."id" = m."linkId"
      WHERE m."${column}" = $1 AND m."kind" = 'receipt' AND m."state" <> 'dropped' AND l."reviewerId" = decision."reviewerId"
        AND (m."createdAt" >= decision."at" OR NOT EXISTS (
          SELECT FROM history h WHERE h."${column}" = $1 AND h."at" > m."createdAt" AND h."action" ~ ${RENEWS}
        ))
    )`;
const OF_MOMENT = without('momentId', `SELECT FROM images WHERE "momentId" = $1 AND "status" = 'pending'`);
const OF_OPTIMIZATION = without(
  'optimizationId',
  `SELECT FROM optimization_sections WHERE "optimizationId" = $1 AND "approval" = 'pending' AND "suggestion" <> ''`,
);
