import { requirePermission } from '../access/actor.js';
import type { ErrorCode } from '../contract/errors.js';
import type { Client } from '../clients/client.entity.js';
import type { MomentRow } from '../moments/moments.queries.js';
import type { Optimization } from '../optimizations/optimization.entity.js';
import { linkClosed, requireOpenLink } from '../sharing/link-access.js';
import { AppError } from '../platform/http/errors.js';
import type { Visitor } from './visitor.decorator.js';

/** What a route may answer to a visitor, for the API's document. */
export const LINK_ERRORS: ErrorCode[] = ['LINK_CLOSED', 'LINK_EXPIRED', 'PASSCODE_REQUIRED', 'TOO_MANY_REQUESTS'];
/** What a route by which visitors decide may answer, beside its own errors. */
export const DECISION_ERRORS: ErrorCode[] = ['LINK_LOOKS_ONLY', 'NOT_PERMITTED', ...LINK_ERRORS];

/** A review that a link leads to, as far as it matters for who may see it. */
export interface LinkTarget {
  reviewId: string;
  clientId: string;
  /** Whether it was shared with the client. */
  isShared: boolean;
  /** Whether everybody may see it who has its open link. */
  isOpenLinkOn: boolean;
}

type MomentOfLink = Pick<MomentRow, 'id' | 'clientId' | 'status' | 'sharedAt' | 'openLink' | 'clientOpenLink'>;
type OptimizationOfLink = Pick<Optimization, 'id' | 'clientId' | 'sharedAt' | 'openedAt' | 'openLink'> & {
  client?: Pick<Client, 'openLink'>;
};

// `isShared` of both says of a loaded row what `sharedSql` of `reviews/reviews.queries.ts` says in SQL.
export function targetOfMoment({ id, clientId, status, sharedAt, openLink, clientOpenLink }: MomentOfLink): LinkTarget {
  const isShared = sharedAt !== null || ['pending', 'approved', 'rejected'].includes(status);
  return { reviewId: id, clientId, isShared, isOpenLinkOn: openLink && clientOpenLink };
}

/** Its client must be loaded. */
export function targetOfOptimization(optimization: OptimizationOfLink): LinkTarget {
  const { id, clientId, sharedAt, openedAt, openLink, client } = optimization;
  const isShared = sharedAt !== null || openedAt !== null;
  return { reviewId: id, clientId, isShared, isOpenLinkOn: openLink && client!.openLink };
}

/** Whether the link by which a visitor came leads there; the open one and staff's do. What it does not lead to is a 404. */
export function leadsTo({ link, staff }: Visitor, target: LinkTarget): boolean {
  if (staff || !link) return true;
  // What was moved to another client is no longer for the reviewers of this one.
  if (link.clientId !== target.clientId) return false;
  return link.reviewId ? link.reviewId === target.reviewId : target.isShared;
}

/**
 * Refuses a link that does not open now.
 * @throws AppError 403 LINK_CLOSED, LINK_EXPIRED, PASSCODE_REQUIRED
 */
export function requireWorkingLink({ link, staff }: Visitor, target: LinkTarget): void {
  if (staff) return;
  if (link) requireOpenLink(link);
  else if (!target.isOpenLinkOn) throw linkClosed();
}

/** @throws AppError 403 LINK_LOOKS_ONLY, NOT_PERMITTED for staff whose role may not edit reviews */
export function requireMayDecide({ link, staff }: Visitor): void {
  if (staff) return requirePermission(staff, 'review.edit');
  if (!link || link.mayDecide) return;
  throw new AppError(403, 'LINK_LOOKS_ONLY', 'With this link you can look, but not decide.');
}
