import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HISTORY } from '../contract/history.js';
import type { FollowedEntry } from '../history/pending-entries.queries.js';
import type { EntryFollower } from '../history/pending-entries.sweep.js';
import { Outbox } from '../mail/outbox.js';
import { findDeciders } from '../reviews/deciders.queries.js';
import { findWithoutReceipt } from './receipts.queries.js';

/** Mails each reviewer what they decided, once a round: when they end the round, or everything is decided. */
@Injectable()
export class Receipts implements EntryFollower {
  constructor(private readonly outbox: Outbox) {}

  async follow(manager: EntityManager, reviewId: string, entries: FollowedEntry[]): Promise<void> {
    const ofReviewers = entries.filter(({ reviewerId }) => reviewerId !== null);
    if (!ofReviewers.some(({ action }) => ['decision', 'done'].includes(HISTORY[action].category))) return;
    const done = ofReviewers.flatMap(({ action, reviewerId }) =>
      HISTORY[action].category === 'done' ? [reviewerId!] : [],
    );
    const reviewerIds = await findWithoutReceipt(manager, reviewId, done);
    if (reviewerIds.length === 0) return;
    for (const { reviewerId, linkId, to, language, clientId } of await findDeciders(manager, reviewId)) {
      if (!reviewerIds.includes(reviewerId)) continue;
      const about = { reviewId, clientId, linkId };
      await this.outbox.add(manager, {
        kind: 'receipt',
        to,
        language,
        dedupeKey: `receipt:${linkId}:${reviewId}`,
        ...about,
      });
    }
  }
}
