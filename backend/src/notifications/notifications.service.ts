import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { getRowFor, whereWithin } from '../access/look-ups.js';
import { Client } from '../clients/client.entity.js';
import { lockFollowers } from '../history/pending-entries.queries.js';
import type {
  NotificationSettings,
  NotificationSettingsBody,
  NotificationsQuery,
  NotificationView,
  UnreadCount,
} from '../contract/notifications.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import { mapPage, type Page } from '../platform/http/paging.js';
import { User } from '../users/user.entity.js';
import { Follow, Notification } from './notification.entity.js';
import { presentNotification } from './notification.present.js';
import { listNotifications, lockSubject } from './notifications.queries.js';

/** The notifications of a member of staff, which only they see. */
@Injectable()
export class NotificationsService {
  constructor(private readonly db: DataSource) {}

  /** The newest first. */
  async list(by: StaffActor, query: NotificationsQuery): Promise<Page<NotificationView>> {
    const { unread = false, limit = null, offset = 0 } = query;
    const { userId } = by;
    const [items, total] = await Promise.all([
      listNotifications(this.db, by, { unread, limit, offset }),
      this.db.manager.countBy(Notification, {
        ...whereWithin(by, Notification),
        userId,
        ...(unread && { readAt: IsNull() }),
      }),
    ]);
    return mapPage({ items, total }, presentNotification);
  }

  async countUnread(by: StaffActor): Promise<UnreadCount> {
    const where = { ...whereWithin(by, Notification), userId: by.userId, readAt: IsNull() };
    return { count: await this.db.manager.countBy(Notification, where) };
  }

  /** @throws AppError 404 */
  async markRead(by: StaffActor, id: string): Promise<void> {
    const { userId } = by;
    await this.db.transaction(async (manager) => {
      const { affected } = await manager.update(
        Notification,
        { ...whereWithin(by, Notification), id, userId },
        { readAt: () => 'now()' },
      );
      if (!affected) throw notFound('Notification');
      await publish(manager, 'notifications.changed', { id: 'notifications', userIds: [userId] });
    });
  }

  /**
   * Marks one as unread, and merges it with an unread one of the same topic and review or client.
   * @throws AppError 404
   */
  async markUnread(by: StaffActor, id: string): Promise<void> {
    const { userId } = by;
    await this.db.transaction(async (manager) => {
      const notification = await manager.findOneBy(Notification, { ...whereWithin(by, Notification), id, userId });
      if (!notification) throw notFound('Notification');
      const { reviewId, clientId, topic, firstEntry } = notification;
      // Adding a notification of a run locks its subject; one of the history takes `lockFollowers`.
      await lockSubject(manager, notification);
      await lockFollowers(manager);
      const subject = { reviewId: reviewId ?? IsNull(), clientId: clientId ?? IsNull() };
      const unread = { userId, topic, readAt: IsNull(), ...subject };
      const { affected: isMerged } = await manager.update(Notification, unread, { firstEntry });
      if (!isMerged) await manager.update(Notification, { id }, { readAt: null });
      else if (notification.readAt) await manager.delete(Notification, { id });
      await publish(manager, 'notifications.changed', { id: 'notifications', userIds: [userId] });
    });
  }

  /** Marks all as read, except those that another transaction is changing: the user has not seen their new content. */
  async markAllRead({ userId }: StaffActor): Promise<void> {
    await this.db.transaction(async (manager) => {
      await manager.query(
        `UPDATE notifications SET "readAt" = now() WHERE "id" IN (
           SELECT "id" FROM notifications WHERE "userId" = $1 AND "readAt" IS NULL FOR UPDATE SKIP LOCKED
         )`,
        [userId],
      );
      await publish(manager, 'notifications.changed', { id: 'notifications', userIds: [userId] });
    });
  }

  async settings(by: StaffActor): Promise<NotificationSettings> {
    const { userId } = by;
    const { manager } = this.db;
    const [user, follows] = await Promise.all([
      manager.findOneByOrFail(User, { id: userId }),
      manager.find(Follow, { where: { ...whereWithin(by, Follow), userId }, order: { clientId: 'ASC' } }),
    ]);
    const { notify, followedAtOnce, notifyAbout: about } = user;
    return { notify, followedAtOnce, about, follows: follows.map(({ clientId }) => clientId) };
  }

  async changeSettings(
    by: StaffActor,
    { notify, followedAtOnce, about }: NotificationSettingsBody,
  ): Promise<NotificationSettings> {
    const changed = {
      ...(notify && { notify }),
      ...(followedAtOnce !== undefined && { followedAtOnce }),
      ...(about && { notifyAbout: about }),
    };
    if (Object.keys(changed).length > 0) await this.db.manager.update(User, { id: by.userId }, changed);
    return this.settings(by);
  }

  /** @throws AppError 404 */
  async follow(by: StaffActor, clientId: string): Promise<void> {
    const { userId } = by;
    await this.db.transaction(async (manager) => {
      // Locked, so that it is not deleted before the row that refers to it is stored.
      await getRowFor(by, manager, Client, clientId, { mode: 'for_key_share' });
      await manager.upsert(Follow, { userId, clientId }, ['userId', 'clientId']);
    });
  }

  /** @throws AppError 404 */
  async unfollow(by: StaffActor, clientId: string): Promise<void> {
    await getRowFor(by, this.db.manager, Client, clientId);
    await this.db.manager.delete(Follow, { userId: by.userId, clientId });
  }
}
