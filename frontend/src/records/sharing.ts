import type {
  LinkView,
  ShareBody,
  SharedPath,
  SharingView,
  UpdateLinkBody,
  UpdateSharingBody,
} from '@gmb-moments/backend/contract/links';
import type {
  CreateReviewerBody,
  ListedReviewer,
  ReviewerView,
  UpdateReviewerBody,
} from '@gmb-moments/backend/contract/reviewers';
import { queryOptions } from '@tanstack/react-query';
import { counted } from '../lib/counted';
import { http } from '../lib/http';
import { REVIEW_KINDS, type Review } from './reviews';

/** A moment, an optimization, or all open work of a client. */
export interface SharedRef {
  path: SharedPath;
  id: string;
}

/** What is shared, as the dialog names it. */
export interface Shared extends SharedRef {
  title: string;
  clientId: string;
  /** Name of the client. */
  business: string;
  /** How much it is: `10 photos`. */
  amount: string;
}

/** All that is known of who may see what. */
export const allSharing = { queryKey: ['sharing'] as const };

/** Who may see a moment, an optimization or all work of a client. */
export function sharingQuery({ path, id }: SharedRef) {
  return queryOptions({
    queryKey: [...allSharing.queryKey, path, id] as const,
    queryFn: ({ signal }) => http.get<SharingView>(`/api/${path}/${id}/sharing`, { signal }),
  });
}

/** The reviewers of a client. */
export function reviewersQuery(clientId: string) {
  return queryOptions<ListedReviewer[]>({ queryKey: ['/api/clients', clientId, 'reviewers'] });
}

/** Gives reviewers links of their own, or changes those that they have. */
export function share({ path, id }: SharedRef, body: ShareBody): Promise<SharingView> {
  return http.post(`/api/${path}/${id}/links`, body);
}

/** Opens or closes the link that anybody may use. */
export function updateSharing({ path, id }: SharedRef, body: UpdateSharingBody): Promise<SharingView> {
  return http.patch(`/api/${path}/${id}/sharing`, body);
}

export function updateLink(id: string, body: UpdateLinkBody): Promise<LinkView> {
  return http.patch(`/api/links/${id}`, body);
}

export function revokeLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/revoke`);
}

/** Leaves out the next reminder of a reviewer. */
export function skipReminder(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/reminder/skip`);
}

/** Reminds a reviewer now. */
export function remindNow(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/reminder/send`);
}

/** Gives a reviewer a new link instead of theirs, which closes at once. */
export function replaceLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/replace`);
}

/** Lets a link take passcodes again. */
export function unlockLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/unlock`);
}

/** Opens a revoked link again, as a new one. */
export function restoreLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/restore`);
}

export function addReviewer(clientId: string, body: CreateReviewerBody): Promise<ReviewerView> {
  return http.post(`/api/clients/${clientId}/reviewers`, body);
}

export function updateReviewer(id: string, body: UpdateReviewerBody): Promise<ReviewerView> {
  return http.patch(`/api/reviewers/${id}`, body);
}

/** Removes a reviewer, with all of their links. What they decided stays. */
export function removeReviewer(id: string): Promise<void> {
  return http.delete(`/api/reviewers/${id}`);
}

/** A review as it is shared. @param count how many photos or suggestions it has */
export function sharedReview(
  review: Review,
  { title, client, count }: { title: string; client: { id: string; business: string }; count: number },
): Shared & Review {
  const amount = counted(count, REVIEW_KINDS[review.path].itemNoun);
  return { ...review, title, clientId: client.id, business: client.business, amount };
}
