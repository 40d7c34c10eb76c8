import { In, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { actionsWhere, HISTORY } from '../contract/history.js';
import { UNDO_SECONDS } from '../contract/limits.js';
import { HistoryRecord } from '../history/history.entity.js';
import { conflict, type AppError } from '../platform/http/errors.js';

/** Names an item: an image by its id, or a section, of a moment or an optimization. */
export interface ItemRef {
  reviewId: string;
  itemId: string;
}

/** The last change of an item, and whether it is recent enough for an undo; `null` if there is none. */
export type LastChange = (HistoryRecord & { isRecent: boolean }) | null;

const CHANGES = actionsWhere(({ isOfItem, category }) => isOfItem === true && category !== 'note');

/** The latest entry about an item that is not a note. */
export async function findLastChange(manager: EntityManager, { reviewId, itemId }: ItemRef): Promise<LastChange> {
  const { entities, raw } = await manager
    .createQueryBuilder(HistoryRecord, 'entry')
    // The clock of the database, which also set `at`.
    .addSelect(`entry.at > now() - interval '${UNDO_SECONDS} seconds'`, 'isRecent')
    .where({ reviewId, itemId, action: In(CHANGES) })
    .orderBy('entry.id', 'DESC')
    .limit(1)
    .getRawAndEntities<{ isRecent: boolean }>();
  return entities[0] ? Object.assign(entities[0], { isRecent: raw[0]!.isRecent }) : null;
}

/**
 * Refuses an undo unless the last change is a recent decision of the same person, as the history knows them: by kind,
 * name and own link. Visitors of an open link count as one person.
 * @throws AppError 409 DECISION_FINAL
 */
export function requireUndoable(last: LastChange, by: Actor): void {
  const isDecision = last !== null && HISTORY[last.action].category === 'decision';
  if (
    !isDecision ||
    !last.isRecent ||
    last.actor !== by.kind ||
    last.actorName !== by.name ||
    last.reviewerId !== (by.reviewerId ?? null)
  )
    throw decisionFinal();
}

export function decisionFinal(): AppError {
  return conflict(
    'DECISION_FINAL',
    'This decision cannot be undone any more: it was made a while ago, or somebody has gone on with it since.',
  );
}
