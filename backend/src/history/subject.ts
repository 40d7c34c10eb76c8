import type { EntityManager } from 'typeorm';
import { publish } from '../platform/events/publish.js';

/** A moment or an optimization: what history, notifications and rounds are about. */
export type Subject = { momentId: string } | { optimizationId: string };

/** The subject that a row names; `null` if it names neither, as a link to all work of a client. */
export function subjectOf(row: { momentId: string | null; optimizationId: string | null }): Subject | null {
  const { momentId, optimizationId } = row;
  if (momentId) return { momentId };
  return optimizationId ? { optimizationId } : null;
}

/** The id of the moment, or of the optimization. */
export function idOf(subject: Subject): string {
  return 'momentId' in subject ? subject.momentId : subject.optimizationId;
}

/** Publishes that the moment, or the optimization, was changed. */
export function publishChange(manager: EntityManager, subject: Subject): Promise<void> {
  return 'momentId' in subject
    ? publish(manager, 'moment.changed', subject)
    : publish(manager, 'optimization.changed', subject);
}
