import { Injectable, Module } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { HistoryAction } from '../contract/history.js';
import type { AppError } from '../platform/http/errors.js';
import { OutboxModule } from '../mail/outbox.js';
import { findLastEntry, type About } from './last-entry.js';
import { NewRounds } from './new-rounds.js';
import { Receipts } from './receipts.js';
import type { Decision, Reviewed, Seen } from './decision.js';

/** What changed, for the history. */
export interface Change extends ReturnType<Reviewed['resubmit']> {
  action: HistoryAction;
}

/** Something to decide on, locked for the rest of the transaction. */
export interface Locked<Item extends Reviewed> {
  item: Item;
  about: About;
  /** Saves it, with the history and the events. */
  save: (by: Actor, change: Change) => Promise<void>;
  /** Counts a visitor's change of a decision that stands. @returns the refusal if there were too many */
  countChange?: (network: string) => Promise<AppError | null>;
}

/** Finds and locks what is decided on. @throws AppError 404 */
export type Lock<Item extends Reviewed> = (manager: EntityManager) => Promise<Locked<Item>>;

/** Who decides, and what they saw. */
export interface Decider {
  by: Actor;
  seen: Seen;
  /** Network of the visitor's IP address. */
  network: string;
}

/** Decisions of clients, on images and on sections alike. Each method answers with the item as it is then. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly db: DataSource,
    private readonly newRounds: NewRounds,
  ) {}

  /**
   * Stores a decision on what was seen.
   * @throws AppError 404, 409 as `Review.decide`, 429 SECTION_THROTTLED if visitors changed it too often
   */
  async decide<Item extends Reviewed>(lock: Lock<Item>, decision: Decision, decider: Decider): Promise<Item> {
    const { by, seen, network } = decider;
    const { item, refusal } = await this.db.transaction(async (manager) => {
      const { item: current, save, countChange } = await lock(manager);
      const { review } = current;
      const wasDecided = review.status !== 'pending';
      if (!review.decide(current, decision, seen)) return { item: current };
      const tooOften = wasDecided && by.kind === 'visitor' ? await countChange?.(network) : null;
      if (tooOften) return { item: current, refusal: tooOften };
      const action = `${review.kind}.${decision.verdict === 'approve' ? 'approved' : 'rejected'}` as const;
      await save(by, { action, feedback: review.feedback });
      return { item: current };
    });
    // Thrown behind the commit, which keeps the count and the note for staff.
    if (refusal) throw refusal;
    return item;
  }

  /** Takes the last decision back. @throws AppError 404, 409 DECISION_FINAL */
  undo<Item extends Reviewed>(lock: Lock<Item>, { by, seen }: Decider): Promise<Item> {
    return this.change(lock, by, async ({ item: { review }, about }, manager) => {
      const { kind, feedback } = review;
      const approval = review.undo(await findLastEntry(manager, about), by, seen);
      if (!approval) return null;
      // An image is pending again in any case.
      const changes: Change['changes'] = kind === 'section' ? { approval } : {};
      return { action: `${kind}.decision_undone`, changes, feedback };
    });
  }

  /**
   * Puts what was rejected before the client again.
   * @param reply the answer to the rejection; without one, the answer that is there stays
   * @throws AppError 404, 409 as `Reviewed.resubmit`
   */
  resubmit<Item extends Reviewed>(lock: Lock<Item>, reply: string | undefined, by: Actor): Promise<Item> {
    return this.change(lock, by, async ({ item, save }) => {
      const { review } = item;
      if (reply && review.answer(item, reply)) await save(by, { action: `${review.kind}.replied`, feedback: reply });
      return { action: `${review.kind}.resubmitted`, ...item.resubmit() };
    });
  }

  /** Answers a rejection with a sentence that the client sees; `''` removes it. @throws AppError 404, 409 */
  reply<Item extends Reviewed>(lock: Lock<Item>, reply: string, by: Actor): Promise<Item> {
    return this.change(lock, by, ({ item }) =>
      item.review.answer(item, reply) ? { action: `${item.review.kind}.replied`, feedback: reply } : null,
    );
  }

  /** Any other change: load, change, save, record and publish in one transaction. */
  change<Item extends Reviewed>(
    lock: Lock<Item>,
    by: Actor,
    apply: (locked: Locked<Item>, manager: EntityManager) => Change | null | Promise<Change | null>,
  ): Promise<Item> {
    return this.db.transaction(async (manager) => {
      const locked = await lock(manager);
      const { item, about } = locked;
      const { review } = item;
      const wasDecided = review.status !== 'pending';
      const before = review.whyAgain(item);
      const change = await apply(locked, manager);
      if (change) await locked.save(by, change);
      const why = review.whyAgain(item);
      if (review.status === 'pending' && by.kind === 'staff' && (wasDecided || (why !== null && why !== before))) {
        const [subject, name] =
          'momentId' in about
            ? ([{ momentId: about.momentId }, about.imageId] as const)
            : ([{ optimizationId: about.optimizationId }, about.section] as const);
        await this.newRounds.add(manager, subject, { [name]: why ?? 'same' });
      }
      return item;
    });
  }
}

@Module({
  imports: [OutboxModule],
  providers: [DecisionsService, NewRounds, Receipts],
  exports: [DecisionsService, NewRounds, Receipts],
})
export class DecisionsModule {}
