import { queryOptions } from '@tanstack/react-query';
import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import { http } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

/** What has a history: a moment or an optimization. */
export interface HistorySubject {
  path: '/api/moments' | '/api/gmb-optimizations';
  id: string;
}

/** What happened to a moment and its images, or to an optimization and its sections; newest first. */
export function historyQuery({ path, id }: HistorySubject) {
  return queryOptions({
    queryKey: [path, id, 'history'] as const,
    queryFn: ({ queryKey, signal }) => http.get<HistoryEntry[]>(pathOf(queryKey), { signal }),
  });
}
