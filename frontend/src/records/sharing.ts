import type {
  LinkView,
  ShareBody,
  SharedSubject,
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
import { http } from '../lib/http';

/** What is shared. */
export interface Shared {
  subject: SharedSubject;
  id: string;
  title: string;
  clientId: string;
  /** Name of the client. */
  business: string;
}

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
  return queryOptions<ListedReviewer[]>({ queryKey: ['/api/clients', clientId, 'reviewers'] });
}

/** Gives reviewers links of their own, or changes those that they have. */
export function share({ subject, id }: Pick<Shared, 'subject' | 'id'>, body: ShareBody): Promise<SharingView> {
  return http.post(`/api/${subject}/${id}/links`, body);
}

/** Opens or closes the link that anybody may use. */
export function updateSharing(
  { subject, id }: Pick<Shared, 'subject' | 'id'>,
  body: UpdateSharingBody,
): Promise<SharingView> {
  return http.patch(`/api/${subject}/${id}/sharing`, body);
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
