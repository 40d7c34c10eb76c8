import { requirePermission } from '../access/actor.js';
import type { ErrorCode } from '../contract/errors.js';
import type { Client } from '../clients/client.entity.js';
import type { MomentRow } from '../moments/moments.queries.js';
import type { Optimization } from '../optimizations/optimization.entity.js';
import { linkClosed, requireUsableLink } from '../sharing/link-access.js';
import { AppError } from '../platform/http/errors.js';
import type { Visitor } from './visitor.decorator.js';

/** Errors of all routes for visitors, for the API's document. */
export const LINK_ERRORS: ErrorCode[] = ['LINK_CLOSED', 'LINK_EXPIRED', 'PASSCODE_REQUIRED', 'TOO_MANY_REQUESTS'];
/** Errors of all routes by which visitors decide, in addition to their own. */
export const DECISION_ERRORS: ErrorCode[] = ['LINK_LOOKS_ONLY', 'NOT_PERMITTED', ...LINK_ERRORS];

/** A review that somebody wants to open by a link, with what decides who may see it. */
export interface LinkTarget {
  reviewId: string;
  clientId: string;
  /** Whether it was shared with the client. */
  isShared: boolean;
  /** Whether its open link works. */
  isOpenLinkOn: boolean;
}

type MomentOfLink = Pick<MomentRow, 'id' | 'clientId' | 'status' | 'sharedAt' | 'openLink' | 'clientOpenLink'>;
type OptimizationOfLink = Pick<Optimization, 'id' | 'clientId' | 'sharedAt' | 'openedAt' | 'openLink'> & {
  client?: Pick<Client, 'openLink'>;
};

// `isShared` follows the same rule as `sharedSql` (`reviews/reviews.queries.ts`), here for loaded rows.
export function targetOfMoment({ id, clientId, status, sharedAt, openLink, clientOpenLink }: MomentOfLink): LinkTarget {
  const isShared = sharedAt !== null || ['pending', 'approved', 'rejected'].includes(status);
  return { reviewId: id, clientId, isShared, isOpenLinkOn: openLink && clientOpenLink };
}

/** The client must be loaded. */
export function targetOfOptimization(optimization: OptimizationOfLink): LinkTarget {
  const { id, clientId, sharedAt, openedAt, openLink, client } = optimization;
  const isShared = sharedAt !== null || openedAt !== null;
  return { reviewId: id, clientId, isShared, isOpenLinkOn: openLink && client!.openLink };
}

/**
 * Whether the visitor's link opens the target; true for the open link, and for staff. If not, the caller answers with
 * a 404.
 */
export function leadsTo({ link, staff }: Visitor, target: LinkTarget): boolean {
  if (staff || !link) return true;
  // The review may have been moved to another client.
  if (link.clientId !== target.clientId) return false;
  return link.reviewId ? link.reviewId === target.reviewId : target.isShared;
}

/**
 * Refuses a link that is closed or expired, or needs a passcode.
 * @throws AppError 403 LINK_CLOSED, LINK_EXPIRED, PASSCODE_REQUIRED
 */
export function requireWorkingLink({ link, staff }: Visitor, target: LinkTarget): void {
  if (staff) return;
  if (link) requireUsableLink(link);
  else if (!target.isOpenLinkOn) throw linkClosed();
}

/** @throws AppError 403 LINK_LOOKS_ONLY, NOT_PERMITTED for staff whose role may not edit reviews */
export function requireMayDecide({ link, staff }: Visitor): void {
  if (staff) return requirePermission(staff, 'review.edit');
  if (!link || link.mayDecide) return;
  throw new AppError(403, 'LINK_LOOKS_ONLY', 'With this link you can look, but not decide.');
}
