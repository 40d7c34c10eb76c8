import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { staffOrigin } from '../auth/hosts.js';
import type { Config } from '../config.js';
import type { DecisionsFacts } from '../mail/mail-facts.js';
import { Outbox } from '../mail/outbox.js';
import { platformBrand } from '../mail/mail-source.js';
import { CONFIG } from '../platform/config.module.js';
import { Sweep } from '../platform/queue/sweep.js';
import { User } from '../users/user.entity.js';
import { Notification } from './notification.entity.js';
import { findUnmailed, listNotifications, takeUnmailed, type NotificationRow } from './notifications.queries.js';

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
    for (const { userId, ids } of await findUnmailed(this.db))
      await this.db.transaction((manager) => this.mail(manager, userId, ids));
  }

  private async mail(manager: EntityManager, userId: string, ids: string[]): Promise<void> {
    const user = await manager.findOneBy(User, { id: userId });
    const chosen = await takeUnmailed(manager, ids);
    if (!user || chosen.length === 0) return;
    await manager.update(Notification, { id: In(chosen) }, { mailedAt: () => 'now()' });
    const found = await listNotifications(manager, { userId, unread: true, limit: null, offset: 0 });
    const rows = found.filter(({ id }) => chosen.includes(id));
    // They have waited already.
    const dueAt = new Date();
    const to = { to: user.email, language: 'en', userId } as const;
    const shared = { user: { name: user.name || user.email }, brand: await platformBrand(manager) };
    if (user.notify === 'daily') {
      const entries = rows.map((row) => ({ ...this.summary(row), client: row.business }));
      const facts = { ...shared, entries, address: staffOrigin(this.config) };
      await this.outbox.add(manager, { ...to, kind: 'digest', subject: `digest:${chosen[0]!}`, facts, dueAt });
      return;
    }
    for (const row of rows) {
      const kind = row.kind === 'failed' ? 'runFailed' : row.kind === 'done' ? 'roundFinished' : 'decisions';
      const { momentId, optimizationId } = row;
      const facts = { ...shared, ...(kind === 'runFailed' ? this.failure(row) : this.decisions(row)) };
      await this.outbox.add(manager, { ...to, kind, subject: row.id, momentId, optimizationId, facts, dueAt });
    }
  }

  private decisions(row: NotificationRow): Omit<DecisionsFacts, 'user' | 'brand'> & { note: string } {
    const words = row.words ?? [];
    return {
      ...this.summary(row),
      client: { business: row.business },
      by: (row.people ?? []).join(', '),
      things: row.momentId ? 'photos' : 'sections',
      feedback: words.map(({ position, section, feedback }) => ({ name: section ?? `#${position ?? ''}`, feedback })),
      photos: words.flatMap(({ fileId, position }) => (fileId ? [{ fileId, title: `#${position ?? ''}` }] : [])),
      note: row.doneNote ?? '',
    };
  }

  private failure(row: NotificationRow) {
    const { failed = 0, note = '' } = row.facts;
    return { ...this.summary(row), client: { business: row.business }, failed, reason: note };
  }

  private summary({ momentId, optimizationId, title, approved, rejected, decided, total }: NotificationRow) {
    const path = momentId ? `/moments/${momentId}` : `/gmb-optimizations/${optimizationId}`;
    return { title, approved, rejected, left: total - decided, total, address: `${staffOrigin(this.config)}${path}` };
  }
}
