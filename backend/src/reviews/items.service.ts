import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ItemAction } from '../contract/history.js';
import type { AppError } from '../platform/http/errors.js';
import { findLastChange } from './last-change.js';
import { NewRounds } from './new-rounds.js';
import type { ReviewRef } from './review-names.js';
import type { Item, Seen, Verdict } from './decision.js';

/** What changed, for the history. */
export interface Change extends ReturnType<Item['resubmit']> {
  action: ItemAction;
}

/** Something to decide on, locked for the rest of the transaction. */
export interface Locked<T extends Item> {
  item: T;
  /** What it belongs to, which is locked as well. */
  review: ReviewRef;
  /** The image's id, or the name of the section. */
  itemId: string;
  /** Saves it, with the history and the events. */
  save: (by: Actor, change: Change) => Promise<void>;
  /** Counts a visitor's change of a decision that stands. @returns the refusal if there were too many */
  countChange?: (network: string) => Promise<AppError | null>;
}

/** Finds the item, locks it with its review, and returns how it is saved. @throws AppError 404 */
export type LoadLocked<T extends Item> = (manager: EntityManager) => Promise<Locked<T>>;

/** Who decides, and what they saw. */
export interface Decider {
  by: Actor;
  seen: Seen;
  /** Network of the visitor's IP address. */
  network: string;
}

/**
 * Changes of items, images and sections alike: the decisions of clients, and what staff change. Each method locks the item, changes
 * and saves it in one transaction, and answers with the item as it is then. Who may do it is found out before (`lock`).
 */
@Injectable()
export class ItemsService {
  constructor(
    private readonly db: DataSource,
    private readonly newRounds: NewRounds,
  ) {}

  /**
   * Stores a decision on what was seen.
   * @throws AppError 404, 409 as `Decision.decide`, 429 SECTION_THROTTLED if visitors changed it too often
   */
  async decide<T extends Item>(lock: LoadLocked<T>, verdict: Verdict, decider: Decider): Promise<T> {
    const { by, seen, network } = decider;
    const { item, refusal } = await this.db.transaction(async (manager) => {
      const { item: current, save, countChange } = await lock(manager);
      const { decision } = current;
      const wasDecided = decision.status !== 'pending';
      if (!decision.decide(current, verdict, seen)) return { item: current };
      const tooOften = wasDecided && by.kind === 'visitor' ? await countChange?.(network) : null;
      if (tooOften) return { item: current, refusal: tooOften };
      const action = `${decision.kind}.${verdict.step === 'approve' ? 'approved' : 'rejected'}` as const;
      await save(by, { action, feedback: decision.feedback });
      return { item: current };
    });
    // Thrown behind the commit, which keeps the count and the note for staff.
    if (refusal) throw refusal;
    return item;
  }

  /** Takes the last decision back. @throws AppError 404, 409 DECISION_FINAL */
  undo<T extends Item>(lock: LoadLocked<T>, { by, seen }: Decider): Promise<T> {
    return this.change(lock, by, async ({ item: { decision }, review, itemId }, manager) => {
      const { kind, feedback } = decision;
      const approval = decision.undo(await findLastChange(manager, { reviewId: review.reviewId, itemId }), by, seen);
      if (!approval) return null;
      // An image is pending again in any case.
      const changes: Change['changes'] = kind === 'section' ? { approval } : {};
      return { action: `${kind}.decision_undone`, changes, feedback };
    });
  }

  /**
   * Puts what was rejected before the client again.
   * @param reply the answer to the rejection; without one, the answer that is there stays
   * @throws AppError 404, 409 as `Item.resubmit`
   */
  resubmit<T extends Item>(lock: LoadLocked<T>, reply: string | undefined, by: Actor): Promise<T> {
    return this.change(lock, by, async ({ item, save }) => {
      const { decision } = item;
      if (reply && decision.answer(item, reply))
        await save(by, { action: `${decision.kind}.replied`, feedback: reply });
      return { action: `${decision.kind}.resubmitted`, ...item.resubmit() };
    });
  }

  /** Answers a rejection with a sentence that the client sees; `''` removes it. @throws AppError 404, 409 */
  reply<T extends Item>(lock: LoadLocked<T>, reply: string, by: Actor): Promise<T> {
    return this.change(lock, by, ({ item }) =>
      item.decision.answer(item, reply) ? { action: `${item.decision.kind}.replied`, feedback: reply } : null,
    );
  }

  /** Any other change: load, change, save, record and publish in one transaction. */
  change<T extends Item>(
    lock: LoadLocked<T>,
    by: Actor,
    apply: (locked: Locked<T>, manager: EntityManager) => Change | null | Promise<Change | null>,
  ): Promise<T> {
    return this.db.transaction(async (manager) => {
      const locked = await lock(manager);
      const { item, review, itemId } = locked;
      const { decision } = item;
      const wasDecided = decision.status !== 'pending';
      const before = decision.whyAgain(item);
      const change = await apply(locked, manager);
      if (change) await locked.save(by, change);
      const why = decision.whyAgain(item);
      if (decision.status === 'pending' && by.kind === 'staff' && (wasDecided || (why !== null && why !== before))) {
        await this.newRounds.add(manager, review.reviewId, { [itemId]: why ?? 'same' });
      }
      return item;
    });
  }
}
