import type { EntityManager } from 'typeorm';
import { UNDO_SECONDS } from '../contract/limits.js';
import type { Section } from '../contract/statuses.js';
import { conflict, type AppError } from '../platform/http/errors.js';
import { HistoryRecord } from './history.entity.js';
import type { Actor } from './history.js';

/** What happened last to something that was decided on, and whether that is recent enough to be taken back. */
export type UndoableEntry = (Pick<HistoryRecord, 'action' | 'actor' | 'actorName'> & { isRecent: boolean }) | null;

type About = { momentId: string; imageId: string } | { optimizationId: string; section: Section };

/** The latest history entry of an image or a section; `null` if there is none. */
export async function lastUndoable(manager: EntityManager, about: About): Promise<UndoableEntry> {
  const entry = await manager.findOne(HistoryRecord, { where: about, order: { id: 'DESC' } });
  if (!entry) return null;
  // By the clock of the database, which wrote the entry.
  const isRecent = await manager
    .createQueryBuilder(HistoryRecord, 'entry')
    .where({ id: entry.id })
    .andWhere(`entry.at > now() - interval '${UNDO_SECONDS} seconds'`)
    .getExists();
  const { action, actor, actorName } = entry;
  return { action, actor, actorName, isRecent };
}

/**
 * Refuses to take back what is not a recent decision of the same person: staff went on with it, or somebody decided again.
 * @throws AppError 409 DECISION_FINAL
 */
export function requireUndoable(last: UndoableEntry, by: Actor): void {
  const isDecision = last !== null && /\.(approved|rejected)$/u.test(last.action);
  if (!isDecision || !last.isRecent || last.actor !== by.kind || last.actorName !== by.name) throw decisionFinal();
}

export function decisionFinal(): AppError {
  return conflict(
    'DECISION_FINAL',
    'This decision cannot be undone any more: it was made a while ago, or somebody has gone on with it since.',
  );
}
