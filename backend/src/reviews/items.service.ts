import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ItemAction } from '../contract/history.js';
import type { AppError } from '../platform/http/errors.js';
import { findLastChange } from './last-change.js';
import { NewRounds } from './new-rounds.js';
import type { ReviewRef } from './review-names.js';
import type { Item, BasedOn, Verdict } from './decision.js';

/** A change of an item, as the history records it. */
export interface ItemChange extends ReturnType<Item['resubmit']> {
  action: ItemAction;
}

/** An item, locked for the rest of the transaction. */
export interface LockedItem<T extends Item> {
  item: T;
  /** The review that it belongs to, which is locked as well. */
  review: ReviewRef;
  /** Id of the image, or name of the section. */
  itemId: string;
  /** Saves it, with the history and the events. */
  save: (by: Actor, change: ItemChange) => Promise<void>;
  /**
   * Counts a visitor's change of an earlier decision.
   * @returns the error to throw if there were too many; `null` otherwise
   */
  refusalIfTooOften?: (network: string) => Promise<AppError | null>;
}

/** Finds the item, locks it with its review, and returns how it is saved. @throws AppError 404 */
export type LoadLocked<T extends Item> = (manager: EntityManager) => Promise<LockedItem<T>>;

/** Who decides, and the state that they saw. */
export interface Decider {
  by: Actor;
  basedOn: BasedOn;
  /** Network of the visitor's IP address. */
  network: string;
}

/**
 * Changes items, images and sections alike: decisions of clients, and changes by staff. Each method locks, changes
 * and saves the item in one transaction, and returns it. The caller's `lock` checks who may do it.
 */
@Injectable()
export class ItemsService {
  constructor(
    private readonly db: DataSource,
    private readonly newRounds: NewRounds,
  ) {}

  /**
   * Stores a decision.
   * @throws AppError 404, 409 as `Decision.decide`, 429 SECTION_THROTTLED if visitors changed it too often
   */
  async decide<T extends Item>(lock: LoadLocked<T>, verdict: Verdict, decider: Decider): Promise<T> {
    const { by, basedOn, network } = decider;
    const { item, refusal } = await this.db.transaction(async (manager) => {
      const { item: current, save, refusalIfTooOften } = await lock(manager);
      const { decision } = current;
      const wasDecided = decision.status !== 'pending';
      if (!decision.decide(current, verdict, basedOn)) return { item: current };
      const tooOften = wasDecided && by.kind === 'visitor' ? await refusalIfTooOften?.(network) : null;
      if (tooOften) return { item: current, refusal: tooOften };
      const action = `${decision.kind}.${verdict.step === 'approve' ? 'approved' : 'rejected'}` as const;
      await save(by, { action, feedback: decision.feedback });
      return { item: current };
    });
    // Thrown after the commit, so that the count and the entry of the history are kept.
    if (refusal) throw refusal;
    return item;
  }

  /** Undoes the last decision. @throws AppError 404, 409 DECISION_FINAL */
  undo<T extends Item>(lock: LoadLocked<T>, { by, basedOn }: Decider): Promise<T> {
    return this.change(lock, by, async ({ item: { decision }, review, itemId }, manager) => {
      const { kind, feedback } = decision;
      const approval = decision.undo(await findLastChange(manager, { reviewId: review.reviewId, itemId }), by, basedOn);
      if (!approval) return null;
      // An image is pending again in any case.
      const changes: ItemChange['changes'] = kind === 'section' ? { approval } : {};
      return { action: `${kind}.decision_undone`, changes, feedback };
    });
  }

  /**
   * Asks the reviewers again to decide on a rejected item.
   * @param reply the answer to the rejection; without one, the current answer stays
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

  /** Answers a rejection with a sentence that the reviewers see; `''` removes it. @throws AppError 404, 409 */
  reply<T extends Item>(lock: LoadLocked<T>, reply: string, by: Actor): Promise<T> {
    return this.change(lock, by, ({ item }) =>
      item.decision.answer(item, reply) ? { action: `${item.decision.kind}.replied`, feedback: reply } : null,
    );
  }

  /**
   * Any other change: locks the item, applies the change, saves it, and adds the item to a new round if it waits for
   * the client again.
   * @param apply returns `null` if nothing changed
   */
  change<T extends Item>(
    lock: LoadLocked<T>,
    by: Actor,
    apply: (locked: LockedItem<T>, manager: EntityManager) => ItemChange | null | Promise<ItemChange | null>,
  ): Promise<T> {
    return this.db.transaction(async (manager) => {
      const locked = await lock(manager);
      const { item, review, itemId } = locked;
      const { decision } = item;
      const wasDecided = decision.status !== 'pending';
      const before = decision.returnReason(item);
      const change = await apply(locked, manager);
      if (change) await locked.save(by, change);
      const why = decision.returnReason(item);
      if (decision.status === 'pending' && by.kind === 'staff' && (wasDecided || (why !== null && why !== before))) {
        await this.newRounds.add(manager, review.reviewId, { [itemId]: why ?? 'same' });
      }
      return item;
    });
  }
}
