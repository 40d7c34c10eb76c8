import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { appendAudit } from '../audit/audit.js';
import { Client } from '../clients/client.entity.js';
import type { AuditChange, AuditedLinkAction, AuditTarget } from '../contract/audit.js';
import type { ReviewAction } from '../contract/history.js';
import { appendHistory } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import { publishChange, REVIEW_WORDS } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import type { OptionChanges } from './link-options.js';
import type { ShareTarget } from './share-target.js';

/** Changes the due date of a review; `undefined` leaves it. @throws AppError 404 if the review is gone */
export async function setDueDate(
  manager: EntityManager,
  { kind, reviewId, clientId }: ShareTarget,
  dueOn: string | null | undefined,
  by: Actor,
): Promise<void> {
  if (dueOn === undefined || !kind || !reviewId) return;
  // Locked, so that the history has the right previous date.
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

/** What is done to links; a reminder is a mail, and no change of one. */
export type LinkAction = (AuditedLinkAction | 'link.reminded') & ReviewAction;

interface LinkEntry {
  action: LinkAction;
  changes?: { reviewers: AuditChange };
  /** What now holds for the link. */
  options?: OptionChanges;
}

/**
 * Appends a change of links to the history and the audit log, and publishes it: `sharing.changed`, and `access.changed`, on which every
 * process closes the connections that may have lost access (not for reminders, which change no access).
 * @param entry `null` for changes that are not recorded; `changes` are in both, `options` in the audit log alone
 */
export async function recordAndPublishLinkChange(
  manager: EntityManager,
  { clientId, reviewId }: Pick<ShareTarget, 'clientId' | 'reviewId'>,
  by: Actor,
  entry: LinkEntry | null,
): Promise<void> {
  const { action, changes = {}, options } = entry ?? {};
  if (action && reviewId) await appendHistory(manager, by, { reviewId, action, changes });
  if (action && action !== 'link.reminded') {
    const target = await targetOf(manager, { clientId, reviewId });
    await appendAudit(manager, by, { action, target, changes: { ...changes, ...options } });
    await publish(manager, 'access.changed', { clientId, reviewId });
  }
  await publish(manager, 'sharing.changed', { clientId, reviewId });
}

type LinksTarget = AuditTarget<'moment' | 'optimization' | 'client'>;

async function targetOf(
  manager: EntityManager,
  { clientId, reviewId }: Pick<ShareTarget, 'clientId' | 'reviewId'>,
): Promise<LinksTarget> {
  if (reviewId) {
    const { id, kind, title } = await manager.findOneByOrFail(Review, { id: reviewId });
    return { kind, id, name: title };
  }
  const { id, business } = await manager.findOneByOrFail(Client, { id: clientId });
  return { kind: 'client', id, name: business };
}
