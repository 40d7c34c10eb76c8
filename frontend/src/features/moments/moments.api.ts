import { queryOptions } from '@tanstack/react-query';
import type { CreateMomentBody, MomentListItem, MomentSort, MomentView } from '@gmb-moments/backend/contract/moments';
import type { MomentStatus } from '@gmb-moments/backend/contract/statuses';
import { http } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

/** What the moment list is asked for. */
export interface MomentListParams {
  search?: string;
  status?: MomentStatus;
  clientId?: string;
  sort?: MomentSort;
  limit: number;
  offset: number;
}

/** One page of the moment list, with the number of moments that match. */
export function momentListQuery(params: MomentListParams) {
  return queryOptions({
    queryKey: ['/api/moments', params] as const,
    queryFn: ({ queryKey, signal }) => http.getPage<MomentListItem>(pathOf(queryKey), { signal }),
  });
}

/** One moment. */
export function momentQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/moments', id] as const,
    queryFn: ({ signal }) => http.get<MomentView>(`/api/moments/${encodeURIComponent(id)}`, { signal }),
  });
}

/** Creates a draft. */
export function createMoment(body: Pick<CreateMomentBody, 'title' | 'clientId'>): Promise<MomentView> {
  return http.post<MomentView>('/api/moments', { ...body, status: 'draft' });
}

/** Deletes a moment with its images. */
export function deleteMoment(id: string): Promise<void> {
  return http.delete(`/api/moments/${id}`);
}

/** Notes that the public link was handed out: from then on the moment awaits its client. */
export function shareMoment(id: string): Promise<MomentView> {
  return http.post<MomentView>(`/api/moments/${id}/share`);
}

/** Address of the page where the client reviews the moment. */
export function publicLink(moment: Pick<MomentView, 'id' | 'publicOrigin'>): string {
  return `${moment.publicOrigin ?? window.location.origin}/public/${moment.id}`;
}
