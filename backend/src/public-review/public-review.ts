import type { EntityManager } from 'typeorm';
import type { Agency } from '../agencies/agency.entity.js';
import type { ReviewAgency } from '../contract/review.js';
import type { ReviewKind } from '../contract/statuses.js';
import type { Item, Verdict } from '../reviews/decision.js';
import type { LoadLocked } from '../reviews/items.service.js';
import type { LinkTarget } from './link-rights.js';
import type { Visitor } from './visitor.decorator.js';

/**
 * How a review, or what belongs to it, is found by a public address, what a link must lead to, and how it is presented. One object
 * for each GET of moments and of optimizations; what visitors change uses that of the page on which they do it.
 */
export interface PublicRead<Found extends { id: string } = { id: string }, View = unknown> {
  kind: ReviewKind;
  /** @param name what its address has of the review */
  find(manager: EntityManager, name: string, visitor: Visitor): Promise<Found | null>;
  target(found: Found): LinkTarget;
  agency(found: Found): Agency | Pick<Agency, 'customDomain' | 'domainVerified'> | null | undefined;
  brand(found: Found): ReviewAgency;
  /** @throws AppError 404 */
  present(found: Found, visitor: Visitor, manager: EntityManager): View | Promise<View>;
}

/** An item of a review that visitors decide on. */
export interface PublicItem<Found extends { id: string }, T extends Item, View> {
  read: PublicRead<Found>;
  /** What is not found, in a sentence. */
  word: string;
  /** Finds the review that it belongs to. */
  find(manager: EntityManager, visitor: Visitor): Promise<Found | null>;
  /** What its address has of the review, if that is what it names. */
  name?: string;
  lock(found: Found): LoadLocked<T>;
  /** Refuses a verdict that the rules of the body allow, but this kind does not. @throws AppError 400 */
  check?(verdict: Verdict): void;
  /** Names it, for the limit of decisions that are taken back. */
  key(found: Found): string;
  present(item: T, found: Found, visitor: Visitor, manager: EntityManager): View | Promise<View>;
}
