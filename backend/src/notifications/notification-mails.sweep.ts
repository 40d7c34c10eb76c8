import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { DEFAULT_BRAND_NAME } from '../contract/limits.js';
import type { Notify } from '../contract/notifications.js';
import type { DecisionsFacts, MailBrand } from '../mail/mail-facts.js';
import { Outbox } from '../mail/outbox.js';
import { CONFIG } from '../platform/config.module.js';
import { Sweep } from '../platform/queue/sweep.js';
import { Settings } from '../settings/settings.entity.js';
import { User } from '../users/user.entity.js';
import { Notification } from './notification.entity.js';
import { listNotifications, type NotificationRow } from './notifications.queries.js';

const SWEEP_MS = 5000;
/** Users in one round. */
const AT_A_TIME = 100;
/** Notifications of one user that mails are made of. */
const NOTIFICATIONS_MAX = 100;

// What somebody has not read, and was not mailed, is mailed when nothing was added for five minutes, half an hour after its
// first entry at most, or at nine by the clock of the database; at once where the reviewer is done.
const IS_DUE: Record<Exclude<Notify, 'off'>, string> = {
  at_once: `(n."kind" = 'done' OR n."at" < now() - interval '5 minutes' OR h."at" < now() - interval '30 minutes')`,
  daily: `n."at" < date_trunc('day', now()) + interval '9 hours' AND now() >= date_trunc('day', now()) + interval '9 hours'`,
};
const DUE = `
  SELECT n."userId", array_agg(n."id") AS "ids" FROM notifications n
    JOIN users u ON u."id" = n."userId" LEFT JOIN history h ON h."id" = n."firstEntry"
  WHERE n."readAt" IS NULL AND n."mailedAt" IS NULL AND n."kind" <> 'opened' AND n."kind" <> 'reminder'
    AND ((u."notify" = 'at_once' AND ${IS_DUE.at_once}) OR (u."notify" = 'daily' AND ${IS_DUE.daily}))
  GROUP BY n."userId" LIMIT ${AT_A_TIME}`;

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
    const due: { userId: string; ids: string[] }[] = await this.db.query(DUE);
    for (const { userId, ids } of due) await this.db.transaction((manager) => this.mail(manager, userId, ids));
  }

  private async mail(manager: EntityManager, userId: string, ids: string[]): Promise<void> {
    const user = await manager.findOneBy(User, { id: userId });
    // Those that another worker took, or that were read meanwhile, are left out.
    const taken: { id: string }[] = await manager.query(
      'SELECT "id" FROM notifications WHERE "id" = ANY($1) AND "readAt" IS NULL AND "mailedAt" IS NULL FOR UPDATE SKIP LOCKED',
      [ids],
    );
    if (!user || taken.length === 0) return;
    const chosen = taken.map(({ id }) => id);
    await manager.update(Notification, { id: In(chosen) }, { mailedAt: () => 'now()' });
    const found = await listNotifications(manager, { userId, unread: true, limit: NOTIFICATIONS_MAX, offset: 0 });
    const rows = found.filter(({ id }) => chosen.includes(id));
    // They have waited already.
    const dueAt = new Date();
    const to = { to: user.email, language: 'en', userId } as const;
    const shared = { user: { name: user.name || user.email }, brand: await brandOf(manager) };
    if (user.notify === 'daily') {
      const entries = rows.map((row) => ({ ...this.summary(row), client: row.business }));
      const facts = { ...shared, entries, address: this.origin };
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
    return { title, approved, rejected, left: total - decided, total, address: `${this.origin}${path}` };
  }

  /** Where staff work; without `PUBLIC_URL` this machine, as it is tried. */
  private get origin(): string {
    const { publicUrl, port } = this.config;
    return publicUrl ? new URL(publicUrl).origin : `http://localhost:${port}`;
  }
}

async function brandOf(manager: EntityManager): Promise<MailBrand> {
  const { brandName, primaryColor, logoFileId } = await manager.findOneByOrFail(Settings, { id: true });
  return { name: brandName || DEFAULT_BRAND_NAME, primaryColor, logoFileId, postalAddress: '' };
}
