import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { HistoryAction } from '../contract/history.js';
import { appendHistory } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { publishChange } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import type { Shared } from './shared.js';

/** Changes the day by which the client is to decide; `undefined` leaves it. */
export async function setDueDate(
  manager: EntityManager,
  { kind, reviewId, clientId, dueOn: from }: Shared,
  dueOn: string | null | undefined,
  by: Actor,
): Promise<void> {
  if (dueOn === undefined || dueOn === from || !kind || !reviewId) return;
  await manager.update(Review, { id: reviewId }, { dueOn });
  const changes = { dueOn: { from: from ?? '', to: dueOn ?? '' } };
  await appendHistory(manager, by, { reviewId, action: 'due_date.changed', changes });
  await publishChange(manager, { kind, reviewId });
  await publish(manager, 'sharing.changed', { clientId, reviewId });
}

/**
 * What follows from a change of links: the entry of the history, `access.changed`, by which every process closes the connections of
 * those who may see it no more (a reminder takes no rights away), and `sharing.changed`.
 * @param entry `null` for what the history does not keep
 */
export async function afterLinkChange(
  manager: EntityManager,
  { clientId, reviewId }: Pick<Shared, 'clientId' | 'reviewId'>,
  by: Actor,
  entry: { action: HistoryAction; changes?: Record<string, { from: string; to: string }> } | null,
): Promise<void> {
  if (entry && reviewId) await appendHistory(manager, by, { reviewId, ...entry });
  if (entry && entry.action !== 'link.reminded') await publish(manager, 'access.changed', { clientId, reviewId });
  await publish(manager, 'sharing.changed', { clientId, reviewId });
}
