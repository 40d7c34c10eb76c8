import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { staffOrigin } from '../access/hosts.js';
import type { Config } from '../config.js';
import { Outbox } from '../mail/outbox.js';
import { platformBrand } from '../mail/staff-mail.js';
import { CONFIG } from '../platform/config.module.js';
import { Sweep } from '../platform/queue/sweep.js';
import { findStaff } from '../users/credentials.queries.js';
import { User } from '../users/user.entity.js';
import { Notification } from './notification.entity.js';
import { findUnmailed, lockUnmailed, type UnmailedNotifications } from './notification-mails.queries.js';
import { listNotifications } from './notifications.queries.js';
import { MAILED_KINDS, TOPICS } from './topics.js';
import { summaryOf } from './topics/topic.js';

const SWEEP_MS = 5000;
/** Mails staff about their notifications, each once: as they happen or in a daily digest, as the user chose. */
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
    for (const unmailed of await findUnmailed(this.db, MAILED_KINDS))
      await this.db.transaction((manager) => this.mail(manager, unmailed));
  }

  private async mail(manager: EntityManager, { userId, ids, isDigest }: UnmailedNotifications): Promise<void> {
    const user = await manager.findOneBy(User, { id: userId });
    const by = await findStaff(manager, userId);
    const chosen = await lockUnmailed(manager, ids);
    if (!user || !by || chosen.length === 0) return;
    await manager.update(Notification, { id: In(chosen) }, { mailedAt: () => 'now()' });
    const listed = { unread: true, limit: null, offset: 0, ofRound: !isDigest };
    const rows = (await listNotifications(manager, by, listed)).filter(({ id }) => chosen.includes(id));
    // Sent at once, since the notifications have waited already.
    const dueAt = new Date();
    const to = { to: user.email, language: 'en', userId } as const;
    const origin = staffOrigin(this.config);
    const shared = { user: { name: user.name || user.email }, brand: await platformBrand(manager) };
    if (isDigest) {
      const entries = rows.map((row) => ({
        ...summaryOf(row, { origin }),
        client: row.business,
        note: TOPICS[row.topic].note?.(row) ?? '',
      }));
      const facts = { ...shared, entries, address: origin };
      await this.outbox.add(manager, { ...to, kind: 'digest', dedupeKey: `digest:${chosen[0]!}`, facts, dueAt });
      return;
    }
    for (const row of rows) {
      const mail = await TOPICS[row.topic].mails[row.kind]?.(row, { manager, userId, origin });
      if (!mail) continue;
      const facts = { ...shared, ...mail.facts };
      await this.outbox.add(manager, { ...to, ...mail, reviewId: row.reviewId, facts, dueAt });
    }
  }
}
