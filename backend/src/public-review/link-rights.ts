import type { ErrorCode } from '../contract/errors.js';
import type { Client } from '../clients/client.entity.js';
import type { MomentRow } from '../moments/moments.queries.js';
import type { Optimization } from '../optimizations/optimization.entity.js';
import { linkClosed, requireOpen } from '../sharing/link-access.js';
import { AppError } from '../platform/http/errors.js';
import type { Visitor } from './visitor.decorator.js';

/** What a route may answer to a visitor, for the API's document. */
export const LINK_ERRORS: ErrorCode[] = ['LINK_CLOSED', 'LINK_EXPIRED', 'PASSCODE_REQUIRED', 'TOO_MANY_REQUESTS'];
/** The same for a decision. */
export const DECISION_ERRORS: ErrorCode[] = ['LINK_LOOKS_ONLY', ...LINK_ERRORS];

/** Something that links open, as far as it matters for who may see it. */
export interface Opened {
  reviewId: string;
  clientId: string;
  /** Whether it was shared with the client. */
  isShared: boolean;
  /** Whether everybody who has the open link may use it. */
  isOpen: boolean;
}

type OpenedMoment = Pick<MomentRow, 'id' | 'clientId' | 'status' | 'sharedAt' | 'openLink' | 'clientOpenLink'>;
type OpenedOptimization = Pick<Optimization, 'id' | 'clientId' | 'sharedAt' | 'openedAt' | 'openLink'> & {
  client?: Pick<Client, 'openLink'>;
};

export function openedMoment({ id, clientId, status, sharedAt, openLink, clientOpenLink }: OpenedMoment): Opened {
  const isShared = sharedAt !== null || ['pending', 'approved', 'rejected'].includes(status);
  return { reviewId: id, clientId, isShared, isOpen: openLink && clientOpenLink };
}

/** Its client must be loaded. */
export function openedOptimization(optimization: OpenedOptimization): Opened {
  const { id, clientId, sharedAt, openedAt, openLink, client } = optimization;
  const isShared = sharedAt !== null || openedAt !== null;
  return { reviewId: id, clientId, isShared, isOpen: openLink && client!.openLink };
}

/** Whether the link by which a visitor came leads there; the open one and staff's do. What it does not lead to is a 404. */
export function leadsTo({ link, staff }: Visitor, opened: Opened): boolean {
  if (staff || !link) return true;
  // What was moved to another client is no longer for the reviewers of this one.
  if (link.clientId !== opened.clientId) return false;
  return link.reviewId ? link.reviewId === opened.reviewId : opened.isShared;
}

/**
 * Refuses a link that does not open now.
 * @throws AppError 403 LINK_CLOSED, LINK_EXPIRED, PASSCODE_REQUIRED
 */
export function requireOpenLink({ link, staff }: Visitor, opened: Opened): void {
  if (staff) return;
  if (link) requireOpen(link);
  else if (!opened.isOpen) throw linkClosed();
}

/** @throws AppError 403 LINK_LOOKS_ONLY */
export function requireMayDecide({ link, staff }: Visitor): void {
  if (staff || !link || link.mayDecide) return;
  throw new AppError(403, 'LINK_LOOKS_ONLY', 'With this link you can look, but not decide.');
}
