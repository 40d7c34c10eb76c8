import { refresh } from '../lib/live-cache';
import type { QueryClient } from '@tanstack/react-query';

const PATH = '/api/notifications';

/** Reads the own notifications and their count again, soon. */
export function refreshNotifications(queryClient: QueryClient): void {
  refresh(queryClient, { queryKey: [PATH] });
}
