import { queryOptions } from '@tanstack/react-query';
import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import { http } from '../../lib/http';

/** What happened to a moment and its images, newest first. */
export function historyQuery(momentId: string) {
  return queryOptions({
    queryKey: ['/api/moments', momentId, 'history'] as const,
    queryFn: ({ signal }) => http.get<HistoryEntry[]>(`/api/moments/${momentId}/history`, { signal }),
  });
}
