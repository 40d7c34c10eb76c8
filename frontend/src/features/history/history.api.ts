import { queryOptions } from '@tanstack/react-query';
import type { HistoryEntry } from '@gmb-moments/backend/contract/history';
import { http } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

/** Key under which that is cached which has a history: a moment or an optimization. */
export type HistorySubject = readonly [path: string, id: string];

/** The history of a moment and its images, or of an optimization and its sections; newest first. */
export function historyQuery([path, id]: HistorySubject) {
  return queryOptions({
    queryKey: [path, id, 'history'] as const,
    queryFn: ({ queryKey, signal }) => http.get<HistoryEntry[]>(pathOf(queryKey), { signal }),
  });
}
