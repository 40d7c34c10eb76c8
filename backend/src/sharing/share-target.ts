import { IsNull, type EntityManager } from 'typeorm';
import type { Scoped } from '../access/scope.js';
import { getRowFor, whereIds } from '../access/look-ups.js';
import { Client } from '../clients/client.entity.js';
import type { ShareTargetPath } from '../contract/links.js';
import type { ReviewKind } from '../contract/statuses.js';
import { findFirstTime } from '../history/history.js';
import { notFound } from '../platform/http/errors.js';
import { REVIEW_PATHS, REVIEW_WORDS, type ReviewRef } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import { findReview } from '../reviews/reviews.queries.js';
import type { ReviewOrPortal } from './links.queries.js';
import { ReviewLink } from './review-link.entity.js';

/** Something that staff share and that links open: a review, or the portal of a client. */
export interface ShareTarget extends ReviewOrPortal {
  /** `null` for a portal. */
  kind: ReviewKind | null;
  clientId: string;
  openLink: boolean;
  dueOn: string | null;
  client: Client;
}

/** The kind of review that a path segment names; `null` for clients, whose portal is shared. */
const REVIEW_KINDS_BY_PATH: Record<ShareTargetPath, ReviewKind | null> = {
  [REVIEW_PATHS.moment]: 'moment',
  [REVIEW_PATHS.optimization]: 'optimization',
  clients: null,
};

/** The target with its client and the client's agency. @throws AppError 404 */
export function getShareTarget(
  manager: EntityManager,
  path: ShareTargetPath,
  id: string,
  by: Scoped,
): Promise<ShareTarget> {
  const kind = REVIEW_KINDS_BY_PATH[path];
  return kind ? getReviewTarget(manager, { kind, reviewId: id }, by) : getClientTarget(manager, id, by);
}

async function getReviewTarget(
  manager: EntityManager,
  { kind, reviewId }: ReviewRef,
  by: Scoped,
): Promise<ShareTarget> {
  const select = { clientId: true, openLink: true, dueOn: true } as const;
  const review = await manager.findOne(Review, { where: { ...whereIds(by, Review, reviewId), kind }, select });
  if (!review) throw notFound(REVIEW_WORDS[kind]);
  const { clientId, openLink, dueOn } = review;
  return { kind, reviewId, clientId, openLink, dueOn, client: await getClient(manager, clientId, by) };
}

async function getClientTarget(manager: EntityManager, clientId: string, by: Scoped): Promise<ShareTarget> {
  const client = await getClient(manager, clientId, by);
  return { kind: null, reviewId: null, clientId, openLink: client.openLink, dueOn: null, client };
}

async function getClient(manager: EntityManager, id: string, by: Scoped): Promise<Client> {
  const client = await manager.findOne(Client, { where: whereIds(by, Client, id), relations: { agency: true } });
  if (!client) throw notFound('Client');
  return client;
}

/**
 * Returns the target and locks it and its client against deletion. The order of locks is review, client, reviewers, links, and then
 * the recipients of mails. Who holds this lock must not wait for `lockReview`, which waits for it; `setDueDate`, for which alone the
 * review is locked again, does not.
 * @throws AppError 404
 */
export async function lockShareTarget(
  manager: EntityManager,
  path: ShareTargetPath,
  id: string,
  by: Scoped,
): Promise<ShareTarget> {
  if (REVIEW_KINDS_BY_PATH[path]) await lockReviewKeys(manager, [id]);
  const target = await getShareTarget(manager, path, id, by);
  await getRowFor(by, manager, Client, target.clientId, { mode: 'for_key_share' });
  return target;
}

/** Locks reviews against deletion until the transaction ends. */
export async function lockReviewKeys(manager: EntityManager, ids: string[]): Promise<void> {
  await manager.query('SELECT FROM reviews WHERE "id" = ANY($1::uuid[]) ORDER BY "id" FOR KEY SHARE', [ids]);
}

/** When staff first copied or opened the open link; `null` if they never did, and for a portal. */
export async function findOpenLinkSharedAt(
  manager: EntityManager,
  { kind, reviewId }: ShareTarget,
): Promise<Date | null> {
  return kind && reviewId ? findFirstTime(manager, { reviewId, action: `${kind}.shared` }) : null;
}

/** What the link with this id opens, locked like `lockShareTarget`. @throws AppError 404 */
export async function lockTargetOfLink(manager: EntityManager, linkId: string, by: Scoped): Promise<ShareTarget> {
  const link = await manager.findOne(ReviewLink, {
    where: whereIds(by, ReviewLink, linkId),
    relations: { reviewer: true },
  });
  if (!link) throw notFound('Link');
  const { reviewId, reviewer } = link;
  const review = reviewId && (await findReview(manager, reviewId));
  return review
    ? lockShareTarget(manager, REVIEW_PATHS[review.kind], review.reviewId, by)
    : lockShareTarget(manager, 'clients', reviewer!.clientId, by);
}

/** Condition: links that open exactly this. */
export function whereOpens({ reviewId }: ReviewOrPortal) {
  return { reviewId: reviewId ?? IsNull() };
}

/** Condition: links of the client's reviewers that open exactly this. */
export function whereLinksTo({ clientId, reviewId }: ShareTarget) {
  return { reviewer: { clientId }, ...whereOpens({ reviewId }) };
}
