import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notifyOfEntries } from '../notifications/notify.js';
import { findPending, lockNotifying, takePending } from '../notifications/pending-entries.queries.js';
import { Sweep } from '../platform/queue/sweep.js';
import { Receipts } from './receipts.js';

/** The longest delay of a notification. */
const SWEEP_MS = 500;

/**
 * Notifies staff of new entries of the history, and mails clients their receipts: in a transaction of its own, so that no client
 * waits for it, and for all entries since the last sweep at once. An entry is deleted in the transaction of what follows from it,
 * so that each counts once.
 */
@Injectable()
export class PendingEntriesSweep extends Sweep {
  constructor(
    private readonly db: DataSource,
    private readonly receipts: Receipts,
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
      await lockNotifying(manager);
      const entries = await takePending(manager, entryIds);
      if (!reviewId) return;
      await notifyOfEntries(manager, reviewId, entries);
      await this.receipts.add(manager, reviewId, entries);
    });
  }
}
