import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { Client } from '../clients/client.entity.js';
import type {
  NotificationSettings,
  NotificationSettingsBody,
  NotificationsQuery,
  NotificationView,
  UnreadCount,
} from '../contract/notifications.js';
import { getRow } from '../platform/database/get-row.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import { mapPage, type Page } from '../platform/http/paging.js';
import { User } from '../users/user.entity.js';
import { Follow, Notification } from './notification.entity.js';
import { presentNotification } from './notification.present.js';
import { listNotifications } from './notifications.queries.js';
import { lockReviews, lockSubject } from './pending-entries.queries.js';

/** The notifications of a member of staff, which only they see. */
@Injectable()
export class NotificationsService {
  constructor(private readonly db: DataSource) {}

  /** The newest first. */
  async list({ userId }: StaffActor, query: NotificationsQuery): Promise<Page<NotificationView>> {
    const { unread = false, limit = null, offset = 0 } = query;
    const [items, total] = await Promise.all([
      listNotifications(this.db, { userId, unread, limit, offset }),
      this.db.manager.countBy(Notification, { userId, ...(unread && { readAt: IsNull() }) }),
    ]);
    return mapPage({ items, total }, presentNotification);
  }

  async countUnread({ userId }: StaffActor): Promise<UnreadCount> {
    return { count: await this.db.manager.countBy(Notification, { userId, readAt: IsNull() }) };
  }

  /** @throws AppError 404 */
  async markRead({ userId }: StaffActor, id: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      const { affected } = await manager.update(Notification, { id, userId }, { readAt: () => 'now()' });
      if (!affected) throw notFound('Notification');
      await publish(manager, 'notifications.changed', { userIds: [userId] });
    });
  }

  /** Marks one as unread, and merges it with an unread one about the same subject. @throws AppError 404 */
  async markUnread({ userId }: StaffActor, id: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      const notification = await manager.findOneBy(Notification, { id, userId });
      if (!notification) throw notFound('Notification');
      const { reviewId, clientId, topic, firstEntry } = notification;
      // Adding a notification of a run locks its subject; of a review, it takes `lockReviews`.
      await lockSubject(manager, notification);
      await lockReviews(manager);
      const subject = { reviewId: reviewId ?? IsNull(), clientId: clientId ?? IsNull() };
      const unread = { userId, topic, readAt: IsNull(), ...subject };
      const { affected: isMerged } = await manager.update(Notification, unread, { firstEntry });
      if (!isMerged) await manager.update(Notification, { id }, { readAt: null });
      else if (notification.readAt) await manager.delete(Notification, { id });
      await publish(manager, 'notifications.changed', { userIds: [userId] });
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
      await publish(manager, 'notifications.changed', { userIds: [userId] });
    });
  }

  async settings({ userId }: StaffActor): Promise<NotificationSettings> {
    const { manager } = this.db;
    const [user, follows] = await Promise.all([
      manager.findOneByOrFail(User, { id: userId }),
      manager.find(Follow, { where: { userId }, order: { clientId: 'ASC' } }),
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
  async follow({ userId }: StaffActor, clientId: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      // Stays until the row that refers to it is stored.
      await getRow(manager, Client, clientId, { mode: 'for_key_share' });
      await manager.upsert(Follow, { userId, clientId }, ['userId', 'clientId']);
    });
  }

  /** @throws AppError 404 */
  async unfollow({ userId }: StaffActor, clientId: string): Promise<void> {
    await getRow(this.db.manager, Client, clientId);
    await this.db.manager.delete(Follow, { userId, clientId });
  }
}
