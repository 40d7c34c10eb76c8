import type { EntityManager } from 'typeorm';
import { scopeSql, type Scoped, type ScopeSql } from '../access/scope.js';
import { HEADER_KINDS, type ActiveRunView, type DraftingKind } from '../contract/runs.js';
import type { RunState } from '../contract/statuses.js';
import { reviewIdFields, type ReviewRef } from './review-names.js';

// The header shows no more, and an outage of the AI may leave thousands.
const ACTIVE_MAX = 100;
// Joins by the primary key of reviews: as fast with 100,000 moments as with one.
const activeRuns = ({ and }: ScopeSql) => `
  SELECT runs."id" AS "runId", runs."kind", runs."state", runs."total", runs."done", runs."failed", reviews."kind" AS "reviewKind",
    reviews."id" AS "reviewId", reviews."title" AS "name"
  FROM runs JOIN reviews ON reviews."id" = runs."subjectId"
  WHERE runs."state" IN ('queued', 'running') AND runs."kind" IN ('${HEADER_KINDS.join("', '")}')${and('reviews."clientId"')}
  ORDER BY runs."createdAt", runs."id" LIMIT ${ACTIVE_MAX}`;

interface ActiveRunRow extends Pick<ReviewRef, 'reviewId'> {
  runId: string;
  kind: DraftingKind;
  state: RunState;
  total: number;
  done: number;
  failed: number;
  reviewKind: ReviewRef['kind'];
  name: string;
}

/**
 * The runs within the actor's scope that have not ended, each with the title of its review; oldest first, at most
 * 100.
 */
export async function listActiveRuns(manager: EntityManager, reader: Scoped): Promise<ActiveRunView[]> {
  const scope = scopeSql(reader, 0);
  const rows = await manager.query<ActiveRunRow[]>(activeRuns(scope), scope.values);
  return rows.map(({ reviewKind: kind, reviewId, ...run }) => ({ ...run, ...reviewIdFields({ kind, reviewId }) }));
}
