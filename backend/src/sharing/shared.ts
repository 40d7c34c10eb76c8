import { IsNull, type EntityManager } from 'typeorm';
import type { Scoped } from '../access/scope.js';
import { getRowFor, whereIds } from '../access/look-ups.js';
import { Client } from '../clients/client.entity.js';
import type { SharedPath } from '../contract/links.js';
import type { ReviewKind } from '../contract/statuses.js';
import { findFirstTime } from '../history/history.js';
import { notFound } from '../platform/http/errors.js';
import { REVIEW_PATHS, REVIEW_WORDS, type ReviewRef } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import { findReview } from '../reviews/reviews.queries.js';
import type { LeadsTo } from './links.queries.js';
import { ReviewLink } from './review-link.entity.js';

/** Something that links open: a review, or all that is shared with a client. */
export interface Shared extends LeadsTo {
  /** `null` for all work of a client. */
  kind: ReviewKind | null;
  clientId: string;
  openLink: boolean;
  dueOn: string | null;
  client: Client;
}

/** The kind of review that a path names; `null` for clients. */
const KINDS: Record<SharedPath, ReviewKind | null> = {
  [REVIEW_PATHS.moment]: 'moment',
  [REVIEW_PATHS.optimization]: 'optimization',
  clients: null,
};

/** What is shared, with its client and the client's agency. @throws AppError 404 */
export function findShared(manager: EntityManager, path: SharedPath, id: string, by: Scoped): Promise<Shared> {
  const kind = KINDS[path];
  return kind ? findReviewShared(manager, { kind, reviewId: id }, by) : findClientShared(manager, id, by);
}

async function findReviewShared(manager: EntityManager, { kind, reviewId }: ReviewRef, by: Scoped): Promise<Shared> {
  const select = { clientId: true, openLink: true, dueOn: true } as const;
  const review = await manager.findOne(Review, { where: { ...whereIds(by, Review, reviewId), kind }, select });
  if (!review) throw notFound(REVIEW_WORDS[kind]);
  const { clientId, openLink, dueOn } = review;
  return { kind, reviewId, clientId, openLink, dueOn, client: await getClient(manager, clientId, by) };
}

async function findClientShared(manager: EntityManager, clientId: string, by: Scoped): Promise<Shared> {
  const client = await getClient(manager, clientId, by);
  return { kind: null, reviewId: null, clientId, openLink: client.openLink, dueOn: null, client };
}

async function getClient(manager: EntityManager, id: string, by: Scoped): Promise<Client> {
  const client = await manager.findOne(Client, { where: whereIds(by, Client, id), relations: { agency: true } });
  if (!client) throw notFound('Client');
  return client;
}

/**
 * What is shared; neither it nor its client can be deleted before the transaction ends. Locked in the order that all keep to:
 * the review, its client, reviewers, links.
 * @throws AppError 404
 */
export async function keepShared(manager: EntityManager, path: SharedPath, id: string, by: Scoped): Promise<Shared> {
  if (KINDS[path]) await keepReviews(manager, [id]);
  const shared = await findShared(manager, path, id, by);
  await getRowFor(by, manager, Client, shared.clientId, { mode: 'for_key_share' });
  return shared;
}

/** Keeps these reviews from being deleted until the transaction ends. */
export async function keepReviews(manager: EntityManager, ids: string[]): Promise<void> {
  await manager.query('SELECT FROM reviews WHERE "id" = ANY($1::uuid[]) ORDER BY "id" FOR KEY SHARE', [ids]);
}

/** When staff first copied or opened the open link; `null` if they never did, and for a client. */
export async function findOpenLinkShared(manager: EntityManager, { kind, reviewId }: Shared): Promise<Date | null> {
  return kind && reviewId ? findFirstTime(manager, { reviewId, action: `${kind}.shared` }) : null;
}

/** What the link with this id opens, kept like `keepShared`. @throws AppError 404 */
export async function keepSharedOf(manager: EntityManager, linkId: string, by: Scoped): Promise<Shared> {
  const link = await manager.findOne(ReviewLink, {
    where: whereIds(by, ReviewLink, linkId),
    relations: { reviewer: true },
  });
  if (!link) throw notFound('Link');
  const { reviewId, reviewer } = link;
  const review = reviewId && (await findReview(manager, reviewId));
  return review
    ? keepShared(manager, REVIEW_PATHS[review.kind], review.reviewId, by)
    : keepShared(manager, 'clients', reviewer!.clientId, by);
}

/** The links to exactly this, as a condition. */
export function whereOf({ reviewId }: LeadsTo) {
  return { reviewId: reviewId ?? IsNull() };
}

/** The links of a client's reviewers to exactly this, as a condition. */
export function whereLinksOf({ clientId, reviewId }: Shared) {
  return { reviewer: { clientId }, ...whereOf({ reviewId }) };
}
