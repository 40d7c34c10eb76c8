import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ReviewAction } from '../contract/history.js';
import { appendHistory } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import { publishChange, REVIEW_WORDS } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import type { Shared } from './shared.js';

/** Changes the day by which the client is to decide; `undefined` leaves it. @throws AppError 404 if the review is gone */
export async function setDueDate(
  manager: EntityManager,
  { kind, reviewId, clientId }: Shared,
  dueOn: string | null | undefined,
  by: Actor,
): Promise<void> {
  if (dueOn === undefined || !kind || !reviewId) return;
  // Locked, so that the history says which day it was before.
  const lock = { mode: 'for_no_key_update' } as const;
  const review = await manager.findOne(Review, { where: { id: reviewId }, select: { id: true, dueOn: true }, lock });
  if (!review) throw notFound(REVIEW_WORDS[kind]);
  const { dueOn: from } = review;
  if (dueOn === from) return;
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
  entry: { action: ReviewAction; changes?: Record<string, { from: string; to: string }> } | null,
): Promise<void> {
  if (entry && reviewId) await appendHistory(manager, by, { reviewId, ...entry });
  if (entry && entry.action !== 'link.reminded') await publish(manager, 'access.changed', { clientId, reviewId });
  await publish(manager, 'sharing.changed', { clientId, reviewId });
}
