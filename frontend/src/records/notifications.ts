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

/** How many of your notifications are unread. */
export const unreadQuery = queryOptions<UnreadCount>({ queryKey: [PATH, 'unread'] });

/** The newest of your notifications. */
export function notificationsQuery(params: { limit: number; unread?: true }) {
  return queryOptions({ ...pageQuery<NotificationView>(PATH, params), placeholderData: keepPreviousData });
}

/** How the signed-in member of staff is notified. */
export const notificationSettingsQuery = queryOptions<NotificationSettings>({ queryKey: ['/api/user/notifications'] });

/** Filter for all queries of notifications. */
export const allNotifications = { queryKey: [PATH] };

/** Refetches your notifications and their count soon. */
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

/** Path of what a notification is about; of a moment optionally with a status filter or a selected photo. */
export function pathOfNotification(
  entry: NotificationView,
  { status, image }: { status?: 'rejected' | 'failed'; image?: string | null } = {},
): string {
  const review = reviewOf(entry);
  if (!review) return `/clients/${entry.client.id}`;
  const query = new URLSearchParams({ ...(status && { status }), ...(image && { image }) });
  return pathOfReview(review) + (review.path === 'moments' && query.size > 0 ? `?${query}` : '');
}
