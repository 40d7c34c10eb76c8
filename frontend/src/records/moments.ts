import { queryOptions } from '@tanstack/react-query';
import type {
  CreateMomentBody,
  DuplicateMomentBody,
  MomentListItem,
  MomentQuery,
  MomentView,
  UpdateMomentBody,
} from '@gmb-moments/backend/contract/moments';
import { http } from '../lib/http';
import { listsOf, recordsOf } from '../lib/live-cache';
import { pageQuery } from '../lib/query-client';

const PATH = '/api/moments';

/** Everything that is cached about moments. */
export const allMoments = { queryKey: [PATH] };

/** The cached pages of the list. */
export const momentLists = listsOf(PATH);

/** The cached single moments. */
export const momentRecords = recordsOf(PATH);

/** One page of the moment list, with the number of moments that match. */
export function momentListQuery(params: MomentQuery) {
  return pageQuery<MomentListItem>(PATH, params);
}

/** One moment. */
export function momentQuery(id: string) {
  return queryOptions<MomentView>({ queryKey: [PATH, id] });
}

/** Creates a moment with the status `draft`. */
export function createMoment(body: Pick<CreateMomentBody, 'title' | 'clientId'>): Promise<MomentView> {
  return http.post<MomentView>(PATH, { ...body, status: 'draft' });
}

/** Renames a moment, or moves it to another client. */
export function updateMoment(id: string, changes: UpdateMomentBody): Promise<MomentView> {
  return http.patch<MomentView>(`${PATH}/${id}`, changes);
}

/**
 * Creates a copy of a moment with its photos and captions. Repeating the request with the same key creates no second
 * copy.
 */
export function duplicateMoment(id: string, body: DuplicateMomentBody, idempotencyKey: string): Promise<MomentView> {
  return http.post<MomentView>(`${PATH}/${id}/duplicate`, body, { headers: { 'Idempotency-Key': idempotencyKey } });
}

/** Deletes a moment with its images. */
export function deleteMoment(id: string): Promise<void> {
  return http.delete(`${PATH}/${id}`);
}

/** URL of the page where the client reviews the moment. */
export function publicAddress(moment: Pick<MomentView, 'id' | 'publicOrigin'>): string {
  return `${moment.publicOrigin ?? window.location.origin}/public/${moment.id}`;
}
