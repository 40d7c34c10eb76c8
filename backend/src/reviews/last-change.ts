import { In, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { actionsThat, HISTORY } from '../contract/history.js';
import { UNDO_SECONDS } from '../contract/limits.js';
import { HistoryRecord } from '../history/history.entity.js';
import { conflict, type AppError } from '../platform/http/errors.js';

/** Names an item: an image by its id, or a section, of a moment or an optimization. */
export interface ItemRef {
  reviewId: string;
  itemId: string;
}

/** How something that is decided on was changed last, and whether that is recent enough to be taken back. */
export type LastChange = (HistoryRecord & { isRecent: boolean }) | null;

const CHANGES = actionsThat(({ isOfItem, what }) => isOfItem === true && what !== 'note');

/** The latest entry of an item that says more than a note; `null` if there is none. */
export async function findLastChange(manager: EntityManager, { reviewId, itemId }: ItemRef): Promise<LastChange> {
  const { entities, raw } = await manager
    .createQueryBuilder(HistoryRecord, 'entry')
    // By the clock of the database, which wrote the entry.
    .addSelect(`entry.at > now() - interval '${UNDO_SECONDS} seconds'`, 'isRecent')
    .where({ reviewId, itemId, action: In(CHANGES) })
    .orderBy('entry.id', 'DESC')
    .limit(1)
    .getRawAndEntities<{ isRecent: boolean }>();
  return entities[0] ? Object.assign(entities[0], { isRecent: raw[0]!.isRecent }) : null;
}

/**
 * Refuses to take back what is not a recent decision of the same person: staff went on with it, or somebody decided again.
 * @throws AppError 409 DECISION_FINAL
 */
export function requireUndoable(last: LastChange, by: Actor): void {
  const isDecision = last !== null && HISTORY[last.action].what === 'decision';
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
