import type {
  NotificationSettings,
  NotificationSettingsBody,
  NotificationView,
  UnreadCount,
} from '@gmb-moments/backend/contract/notifications';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http';
import { refresh } from '../lib/live-cache';
import { pageQuery } from '../lib/query-client';
import { pathOfReview, reviewOf } from './reviews';

const PATH = '/api/notifications';

/** The number of the user's unread notifications. */
export const unreadQuery = queryOptions<UnreadCount>({ queryKey: [PATH, 'unread'] });

/** The newest notifications of the user. */
export function notificationsQuery(params: { limit: number; unread?: true }) {
  return queryOptions({ ...pageQuery<NotificationView>(PATH, params), placeholderData: keepPreviousData });
}

/** The notification settings of the signed-in user. */
export const notificationSettingsQuery = queryOptions<NotificationSettings>({ queryKey: ['/api/user/notifications'] });

/** Everything that is cached about notifications. */
export const allNotifications = { queryKey: [PATH] };

/** Refetches the notifications and the number of unread ones. */
export function refreshNotifications(queryClient: QueryClient): void {
  refresh(queryClient, allNotifications);
}

export const markRead = (id: string) => http.post(`${PATH}/${id}/read`);
export const markUnread = (id: string) => http.post(`${PATH}/${id}/unread`);
export const markAllRead = () => http.post(`${PATH}/read-all`);

export function changeNotificationSettings(body: NotificationSettingsBody): Promise<NotificationSettings> {
  return http.patch('/api/user/notifications', body);
}

export function setFollowed(clientId: string, isFollowed: boolean): Promise<void> {
  const path = `/api/clients/${clientId}/follow`;
  return isFollowed ? http.post(path) : http.delete(path);
}

/**
 * Path of the page that a notification is about.
 * @param options of a moment's page: its status filter, its selected photo
 */
export function pathOfNotification(
  entry: NotificationView,
  { status, image }: { status?: 'rejected' | 'failed'; image?: string | null } = {},
): string {
  const review = reviewOf(entry);
  if (!review) return `/clients/${entry.client.id}`;
  const query = new URLSearchParams({ ...(status && { status }), ...(image && { image }) });
  return pathOfReview(review) + (review.path === 'moments' && query.size > 0 ? `?${query}` : '');
}
