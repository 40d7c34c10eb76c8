import { IsNull, type EntityManager } from 'typeorm';
import type { MailThings } from '../../mail/mail-parts.js';
import type { ReviewFacts } from '../../mail/to-reviewer.js';
import type { ReviewRef } from '../../reviews/review-names.js';
import { findReview } from '../../reviews/reviews.queries.js';
import { stateOf } from '../link-access.js';
import type { LinkTokens } from '../link-tokens.js';
import { belongsTo, findToDecide } from '../links.queries.js';
import { listPortal } from '../portal.queries.js';
import { ReviewLink } from '../review-link.entity.js';

/** A moment or a profile that a reviewer has to decide on yet, as a mail names it. */
export interface MailWaiting {
  /** With the client where there are several. */
  title: string;
  things: MailThings;
  left: number;
  /** `YYYY-MM-DD`; `null` without a due date. */
  dueOn: string | null;
  address: string;
}

/** A review that waits for a reviewer. */
export interface WaitingReview extends MailWaiting {
  id: string;
  business: string;
  /** What a mail about this review alone says. */
  facts: Pick<ReviewFacts, 'things' | 'left' | 'total' | 'photos' | 'dueOn'>;
}

/**
 * All that an agency's links of one address open and that waits for a decision, each once: what is due first comes first. A link of
 * its own goes before that to all work of a client.
 * @param link one of them; its reviewer and client are loaded
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
  for (const link of links.toSorted((a, b) => Number(isToAll(a)) - Number(isToAll(b)))) {
    if (stateOf(link) !== 'open') continue;
    for (const one of await waitingOf(manager, tokens, link)) if (!found.has(one.id)) found.set(one.id, one);
  }
  const all = [...found.values()];
  return all.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.title.localeCompare(b.title));
}

async function waitingOf(manager: EntityManager, tokens: LinkTokens, link: ReviewLink): Promise<WaitingReview[]> {
  const { id: clientId, business, agency } = link.reviewer!.client!;
  const address = tokens.addressOf(link, agency);
  if (address === null || !(await belongsTo(manager, link, clientId))) return [];
  const reviews = link.reviewId
    ? [await findReview(manager, link.reviewId)]
    : await undecidedReviews(manager, clientId);
  const waiting: WaitingReview[] = [];
  for (const { kind, reviewId, title } of reviews.filter((review) => review !== null)) {
    const facts = await findToDecide(manager, { reviewId }, clientId);
    const { things, left, dueOn } = facts;
    const own = link.reviewId ? address : `${address}/${kind}s/${reviewId}`;
    if (left > 0) waiting.push({ id: reviewId, title, business, things, left, dueOn, address: own, facts });
  }
  return waiting;
}

/** What a portal shows that is not decided. */
async function undecidedReviews(manager: EntityManager, clientId: string): Promise<(ReviewRef & { title: string })[]> {
  const items = await listPortal(manager, clientId);
  return items
    .filter(({ decided, total }) => decided < total)
    .map(({ kind, id, title }) => ({ kind, reviewId: id, title }));
}

function isToAll({ reviewId }: ReviewLink): boolean {
  return reviewId === null;
}

/** What has no day comes last. */
function dayOf({ dueOn }: WaitingReview): string {
  return dueOn ?? '9999-12-31';
}
