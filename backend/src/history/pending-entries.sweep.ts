import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Sweep } from '../platform/queue/sweep.js';
import { findPending, lockFollowing, takePending, type FollowedEntry } from './pending-entries.queries.js';

/** The longest time after which something follows. */
const SWEEP_MS = 500;

/** What follows entries of the history: a notification, a mail. Its place among the others is in `api.module.ts`. */
export interface EntryFollower {
  /**
   * Called with new entries about one review, in their order, of all actions that staff are notified of; in one transaction with the
   * other followers, which repeats for all of them if one fails.
   */
  follow(manager: EntityManager, reviewId: string, entries: FollowedEntry[]): Promise<void>;
}

/** All of them, in the order in which they are called. */
export const ENTRY_FOLLOWERS = Symbol('what follows entries of the history');

/**
 * Lets what follows from new entries of the history be done: in a transaction of its own, so that no client waits for it, and for all
 * entries since the last sweep at once. An entry is deleted in the transaction of what follows from it, so that each counts once.
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

  /** @param reviewId `null` for entries of reviews that were deleted, of which nothing follows */
  private async followUp(reviewId: string | null, entryIds: string[]): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockFollowing(manager);
      const entries = await takePending(manager, entryIds);
      if (!reviewId) return;
      for (const follower of this.followers) await follower.follow(manager, reviewId, entries);
    });
  }
}
