import type { SharedSubject, SharingView } from '@gmb-moments/backend/contract/links';
import type { ReviewerView } from '@gmb-moments/backend/contract/reviewers';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';
import { pathOf } from '../lib/query-client';

/** All that is known of who may see what. */
export const sharingQueries = { queryKey: ['sharing'] as const };

/** Who may see a moment, an optimization or all work of a client. */
export function sharingQuery(subject: SharedSubject, id: string) {
  return queryOptions({
    queryKey: [...sharingQueries.queryKey, subject, id] as const,
    queryFn: ({ signal }) => http.get<SharingView>(`/api/${subject}/${id}/sharing`, { signal }),
  });
}

/** The reviewers of a client. */
export function reviewersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['/api/clients', clientId, 'reviewers'] as const,
    queryFn: ({ queryKey, signal }) => http.get<ReviewerView[]>(pathOf(queryKey), { signal }),
  });
}
