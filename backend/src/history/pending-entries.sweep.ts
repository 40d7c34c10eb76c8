import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Sweep } from '../platform/queue/sweep.js';
import { findPending, lockFollowers, dequeuePending, type FollowedEntry } from './pending-entries.queries.js';

/** The longest delay between an entry and its followers, in milliseconds. */
const SWEEP_MS = 500;

/**
 * Does something because of entries of the history, such as a notification or a mail. `api.module.ts` registers the
 * followers.
 */
export interface EntryFollower {
  /**
   * Called with new entries about one review, in their order, whose action `notifies`. All followers run in one
   * transaction: if one fails, all are called again in the next sweep.
   */
  follow(manager: EntityManager, reviewId: string, entries: FollowedEntry[]): Promise<void>;
}

/** Injection token of all followers, in the order in which they are called. */
export const ENTRY_FOLLOWERS = Symbol('followers of entries of the history');

/**
 * Calls the followers with the entries since the last sweep, one transaction per review, so that no request waits for
 * them. An entry is dequeued in the transaction of its followers, so that they process each entry once.
 */
@Injectable()
export class PendingEntriesSweep extends Sweep {
  constructor(
    private readonly db: DataSource,
    @Inject(ENTRY_FOLLOWERS) private readonly followers: EntryFollower[],
  ) {
    super('Pending entries', SWEEP_MS);
  }

  async sweep(): Promise<void> {
    const byReview = new Map<string | null, string[]>();
    for (const { entryId, reviewId } of await findPending(this.db.manager))
      byReview.set(reviewId, [...(byReview.get(reviewId) ?? []), entryId]);
    for (const [reviewId, entryIds] of byReview) await this.followUp(reviewId, entryIds);
  }

  /** @param reviewId `null` for entries of deleted reviews, which are dequeued only */
  private async followUp(reviewId: string | null, entryIds: string[]): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockFollowers(manager);
      const entries = await dequeuePending(manager, entryIds);
      if (!reviewId) return;
      for (const follower of this.followers) await follower.follow(manager, reviewId, entries);
    });
  }
}
