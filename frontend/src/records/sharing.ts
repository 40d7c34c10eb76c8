import type {
  LinkView,
  ShareBody,
  ShareTargetPath,
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
import { countText } from '../lib/count-text';
import { http } from '../lib/http';
import { REVIEW_KINDS, type ReviewRef } from './reviews';

/** A reference to what is shared: a moment, an optimization, or all open work of a client. */
export interface SharedRef {
  path: ShareTargetPath;
  id: string;
}

/** What is shared, with the texts of the share dialog. */
export interface Shared extends SharedRef {
  title: string;
  clientId: string;
  /** Name of the client. */
  business: string;
  /** The number of items: `10 photos`. */
  amount: string;
}

/** Everything that is cached about sharing. */
export const allSharing = { queryKey: ['sharing'] as const };

/** The links of a moment, an optimization or all work of a client, and its settings for sharing. */
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

/** Creates or changes the own links of reviewers. */
export function share({ path, id }: SharedRef, body: ShareBody): Promise<SharingView> {
  return http.post(`/api/${path}/${id}/links`, body);
}

/** Changes the settings for sharing, such as whether the open link works. */
export function updateSharing({ path, id }: SharedRef, body: UpdateSharingBody): Promise<SharingView> {
  return http.patch(`/api/${path}/${id}/sharing`, body);
}

export function updateLink(id: string, body: UpdateLinkBody): Promise<LinkView> {
  return http.patch(`/api/links/${id}`, body);
}

export function revokeLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/revoke`);
}

/** Skips the next reminder to a reviewer. */
export function skipReminder(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/reminder/skip`);
}

/** Sends a reminder to a reviewer now. */
export function remindNow(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/reminder/send`);
}

/** Replaces a reviewer's link by a new one; the old one stops working at once. */
export function replaceLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/replace`);
}

/** Unlocks a link that was locked after too many wrong passcodes. */
export function unlockLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/unlock`);
}

/** Restores access for the reviewer of a revoked link, with a new link. */
export function restoreLink(id: string): Promise<LinkView> {
  return http.post(`/api/links/${id}/restore`);
}

export function addReviewer(clientId: string, body: CreateReviewerBody): Promise<ReviewerView> {
  return http.post(`/api/clients/${clientId}/reviewers`, body);
}

export function updateReviewer(id: string, body: UpdateReviewerBody): Promise<ReviewerView> {
  return http.patch(`/api/reviewers/${id}`, body);
}

/** Deletes a reviewer with all of their links; their decisions stay. */
export function removeReviewer(id: string): Promise<void> {
  return http.delete(`/api/reviewers/${id}`);
}

/** The share dialog's texts for a review. @param count its number of photos or suggestions */
export function sharedReview(
  review: ReviewRef,
  { title, client, count }: { title: string; client: { id: string; business: string }; count: number },
): Shared & ReviewRef {
  const amount = countText(count, REVIEW_KINDS[review.path].itemNoun);
  return { ...review, title, clientId: client.id, business: client.business, amount };
}
