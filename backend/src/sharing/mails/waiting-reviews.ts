import { IsNull, type EntityManager } from 'typeorm';
import type { ItemNoun } from '../../mail/mail-parts.js';
import type { ReviewFacts } from '../../mail/reviewer-mail.js';
import type { ReviewRef } from '../../reviews/review-names.js';
import { findReview } from '../../reviews/reviews.queries.js';
import { stateOf } from '../link-access.js';
import type { LinkTokens } from '../link-tokens.js';
import { belongsTo, findDecisionsLeft } from '../links.queries.js';
import { listPortal } from '../portal.queries.js';
import { ReviewLink } from '../review-link.entity.js';

/** A review that waits for a reviewer, as a mail lists it. */
export interface WaitingReviewFacts {
  /** With the client's name if the mail lists several clients. */
  title: string;
  things: ItemNoun;
  left: number;
  /** `YYYY-MM-DD`; `null` without a due date. */
  dueOn: string | null;
  address: string;
}

/** A review that waits for a reviewer, with the facts of a mail about it. */
export interface WaitingReview extends WaitingReviewFacts {
  id: string;
  business: string;
  /** The facts of a mail about this review alone. */
  facts: Pick<ReviewFacts, 'things' | 'left' | 'total' | 'photos' | 'dueOn'>;
}

/**
 * All reviews that wait for a decision and that an e-mail address can open by links of one agency, each once, by due
 * date. If both a link to a review and one to the portal open it, the former is used.
 * @param link any of these links; its reviewer and client must be loaded
 */
export async function findAllWaiting(
  manager: EntityManager,
  tokens: LinkTokens,
  { reviewer }: Pick<ReviewLink, 'reviewer'>,
): Promise<WaitingReview[]> {
  const { email, client } = reviewer!;
  const where = { reviewer: { email, client: { agencyId: client!.agencyId ?? IsNull() } }, mayDecide: true };
  const relations = { reviewer: { client: { agency: true } } };
  const links = await manager.find(ReviewLink, { where, relations, order: { createdAt: 'ASC' } });
  const found = new Map<string, WaitingReview>();
  for (const link of links.toSorted((a, b) => Number(isPortalLink(a)) - Number(isPortalLink(b)))) {
    if (stateOf(link) !== 'open') continue;
    for (const one of await findWaitingByLink(manager, tokens, link)) if (!found.has(one.id)) found.set(one.id, one);
  }
  const all = [...found.values()];
  return all.toSorted((a, b) => dueOnOrLast(a).localeCompare(dueOnOrLast(b)) || a.title.localeCompare(b.title));
}

async function findWaitingByLink(
  manager: EntityManager,
  tokens: LinkTokens,
  link: ReviewLink,
): Promise<WaitingReview[]> {
  const { id: clientId, business, agency } = link.reviewer!.client!;
  const address = tokens.addressOf(link, agency);
  if (address === null || !(await belongsTo(manager, link, clientId))) return [];
  const reviews = link.reviewId
    ? [await findReview(manager, link.reviewId)]
    : await undecidedReviews(manager, clientId);
  const waiting: WaitingReview[] = [];
  for (const { kind, reviewId, title } of reviews.filter((review) => review !== null)) {
    const facts = await findDecisionsLeft(manager, { reviewId }, clientId);
    const { things, left, dueOn } = facts;
    const own = link.reviewId ? address : `${address}/${kind}s/${reviewId}`;
    if (left > 0) waiting.push({ id: reviewId, title, business, things, left, dueOn, address: own, facts });
  }
  return waiting;
}

/** The reviews in a portal that are not fully decided. */
async function undecidedReviews(manager: EntityManager, clientId: string): Promise<(ReviewRef & { title: string })[]> {
  const items = await listPortal(manager, clientId);
  return items
    .filter(({ decided, total }) => decided < total)
    .map(({ kind, id, title }) => ({ kind, reviewId: id, title }));
}

function isPortalLink({ reviewId }: ReviewLink): boolean {
  return reviewId === null;
}

/** A key to sort by due date: reviews without one come last. */
function dueOnOrLast({ dueOn }: WaitingReview): string {
  return dueOn ?? '9999-12-31';
}
