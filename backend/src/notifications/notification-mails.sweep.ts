import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { staffOrigin } from '../access/hosts.js';
import type { Config } from '../config.js';
import { itemNames } from '../history/history.js';
import { Mail } from '../mail/mail.entity.js';
import { Outbox } from '../mail/outbox.js';
import { platformBrand } from '../mail/to-staff.js';
import { ITEM_WORDS, REVIEW_PATHS } from '../reviews/review-names.js';
import { CONFIG } from '../platform/config.module.js';
import { Sweep } from '../platform/queue/sweep.js';
import { findStaff } from '../users/credentials.queries.js';
import { User } from '../users/user.entity.js';
import type { DecisionsFacts } from './mails/decisions.mail.js';
import { Notification } from './notification.entity.js';
import {
  findUnmailed,
  listNotifications,
  takeUnmailed,
  type NotificationRow,
  type Unmailed,
} from './notifications.queries.js';

const SWEEP_MS = 5000;
/** Mails staff what their notifications say, each once: as it happens, or together once a day, as they chose. */
@Injectable()
export class NotificationMailsSweep extends Sweep {
  constructor(
    private readonly db: DataSource,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super('Notification mails', SWEEP_MS);
  }

  async sweep(): Promise<void> {
    for (const unmailed of await findUnmailed(this.db))
      await this.db.transaction((manager) => this.mail(manager, unmailed));
  }

  private async mail(manager: EntityManager, { userId, ids, isDigest }: Unmailed): Promise<void> {
    const user = await manager.findOneBy(User, { id: userId });
    const by = await findStaff(manager, userId);
    const chosen = await takeUnmailed(manager, ids);
    if (!user || !by || chosen.length === 0) return;
    await manager.update(Notification, { id: In(chosen) }, { mailedAt: () => 'now()' });
    const listed = { unread: true, limit: null, offset: 0, ofRound: !isDigest };
    const rows = (await listNotifications(manager, by, listed)).filter(({ id }) => chosen.includes(id));
    // They have waited already.
    const dueAt = new Date();
    const to = { to: user.email, language: 'en', userId } as const;
    const shared = { user: { name: user.name || user.email }, brand: await platformBrand(manager) };
    if (isDigest) {
      const entries = rows.map((row) => ({ ...this.summary(row), client: row.business, note: row.doneNote ?? '' }));
      const facts = { ...shared, entries, address: staffOrigin(this.config) };
      await this.outbox.add(manager, { ...to, kind: 'digest', dedupeKey: `digest:${chosen[0]!}`, facts, dueAt });
      return;
    }
    for (const row of rows) {
      const mail = row.kind === 'failed' ? this.ofFailure(row) : await this.ofReview(manager, userId, row);
      if (!mail) continue;
      const facts = { ...shared, ...mail.facts };
      await this.outbox.add(manager, { ...to, ...mail, reviewId: row.reviewId, facts, dueAt });
    }
  }

  private ofFailure(row: NotificationRow) {
    return { kind: 'runFailed', dedupeKey: row.id, facts: this.failure(row) } as const;
  }

  /**
   * The summary of a round that is over, once to each user; what a reviewer wrote after it, alone; or what was decided in a round
   * that goes on.
   */
  private async ofReview(manager: EntityManager, userId: string, row: NotificationRow) {
    const kind = row.kind === 'done' ? 'roundFinished' : 'decisions';
    const facts = this.decisions(row);
    const { note } = facts;
    if (row.kind !== 'done' && row.left > 0) return { kind, dedupeKey: row.id, facts } as const;
    const dedupeKey = `round:${row.reviewId}:${row.roundStart}`;
    const where = { userId, dedupeKey, kind: In(['decisions', 'roundFinished']) };
    const sent = await manager.find(Mail<{ note?: string }>, { where });
    if (sent.length === 0) return { kind, dedupeKey, facts } as const;
    if (note === '' || sent.some((mail) => mail.facts.note === note)) return null;
    const noteAlone = { ...facts, approved: 0, rejected: 0, left: 0, feedback: [], photos: [] };
    return { kind: 'roundFinished', dedupeKey, facts: noteAlone } as const;
  }

  private decisions(row: NotificationRow): Omit<DecisionsFacts, 'user' | 'brand'> & { note: string } {
    const words = row.words ?? [];
    return {
      ...this.summary(row),
      client: { business: row.business },
      by: (row.people ?? []).join(', '),
      things: ITEM_WORDS[row.reviewKind!],
      feedback: words.map(({ itemId, position, feedback }) => ({
        name: itemNames(itemId).section ?? `#${position ?? ''}`,
        feedback,
      })),
      photos: words.flatMap(({ fileId, position }) => (fileId ? [{ fileId, title: `#${position ?? ''}` }] : [])),
      note: row.doneNote ?? '',
    };
  }

  private failure(row: NotificationRow) {
    const { failed = 0, note = '' } = row.facts;
    return { ...this.summary(row), client: { business: row.business }, failed, reason: note };
  }

  private summary({ reviewKind, reviewId, title, approved, rejected, left, total }: NotificationRow) {
    const address = `${staffOrigin(this.config)}/${REVIEW_PATHS[reviewKind!]}/${reviewId}`;
    return { title, approved, rejected, left, total, address };
  }
}
