import type { EntityManager } from 'typeorm';
import type { Agency } from '../agencies/agency.entity.js';
import type { ReviewAgency } from '../contract/review.js';
import type { ReviewKind } from '../contract/statuses.js';
import type { Item, Verdict } from '../reviews/decision.js';
import type { LoadLocked } from '../reviews/items.service.js';
import type { LinkTarget } from './link-rights.js';
import type { Visitor } from './visitor.decorator.js';

/**
 * How one GET of a public page is answered: how the review is found by its URL, which target the link must open, and
 * how the result is presented. Changes by visitors use the `PublicRead` of the whole review.
 */
export interface PublicRead<Found extends { id: string } = { id: string }, View = unknown> {
  kind: ReviewKind;
  /** @param linkKey the part of the URL that identifies the review */
  find(manager: EntityManager, linkKey: string, visitor: Visitor): Promise<Found | null>;
  target(found: Found): LinkTarget;
  agency(found: Found): Agency | Pick<Agency, 'customDomain' | 'domainVerified'> | null | undefined;
  brand(found: Found): ReviewAgency;
  /** @throws AppError 404 */
  present(found: Found, visitor: Visitor, manager: EntityManager): View | Promise<View>;
}

/** An item of a review that visitors decide on. */
export interface PublicItem<Found extends { id: string }, T extends Item, View> {
  read: PublicRead<Found>;
  /** The word for it in the message of a 404. */
  word: string;
  /** Finds the review that it belongs to. */
  find(manager: EntityManager, visitor: Visitor): Promise<Found | null>;
  /** The part of the URL that identifies the review; missing if the URL identifies the item only. */
  linkKey?: string;
  lock(found: Found): LoadLocked<T>;
  /** Rules for verdicts beyond those of the body. @throws AppError 400 */
  check?(verdict: Verdict): void;
  /** Identifies the item for the limit of undos. */
  key(found: Found): string;
  present(item: T, found: Found, visitor: Visitor, manager: EntityManager): View | Promise<View>;
}
