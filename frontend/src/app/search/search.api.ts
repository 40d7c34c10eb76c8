import type { SearchView } from '@gmb-moments/backend/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

/** What matches a text. Asked again each time, because records change; a request for a text that was typed over is aborted. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ['/api/search', { q }] as const,
    queryFn: ({ queryKey, signal }) => http.get<SearchView>(pathOf(queryKey), { signal }),
    staleTime: 0,
  });
}
