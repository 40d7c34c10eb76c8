import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import type { MomentStatus } from '@gmb-moments/backend/contract/statuses';
import { queryOptions } from '@tanstack/react-query';
import { http, type Page } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

/** The dashboard asks for lengths of lists and never for whole lists, so it stays fast with any number of records. */

const RECENT = 5;

export const clientCountQuery = queryOptions({
  queryKey: ['/api/clients', { limit: 1 }],
  queryFn: ({ queryKey, signal }) => http.getPage<ClientView>(pathOf(queryKey), { signal }),
  select: totalOf,
});

export function momentCountQuery(status: MomentStatus) {
  return queryOptions({
    queryKey: ['/api/moments', { status, limit: 1 }],
    queryFn: ({ queryKey, signal }) => http.getPage<MomentListItem>(pathOf(queryKey), { signal }),
    select: totalOf,
  });
}

/** The newest moments. */
export const recentMomentsQuery = queryOptions({
  queryKey: ['/api/moments', { limit: RECENT, sort: '-createdAt' }],
  queryFn: ({ queryKey, signal }) => http.getPage<MomentListItem>(pathOf(queryKey), { signal }),
});

function totalOf(page: Page<unknown>): number {
  return page.total;
}
