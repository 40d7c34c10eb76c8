import type { UserView } from '@gmb-moments/backend/contract/auth';
import type {
  InvitationView,
  InviteBody,
  PasswordLinkView,
  PasswordResetsView,
  UsePasswordLinkBody,
} from '@gmb-moments/backend/contract/password-links';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http';

/** Colleagues who were invited and have not chosen a password yet, the newest first. */
export const invitationsQuery = queryOptions<InvitationView[]>({ queryKey: ['/api/invitations'] });

export function invite(body: InviteBody): Promise<InvitationView> {
  return http.post<InvitationView>('/api/invitations', body);
}

/** Mails a new link; the earlier one stops working. */
export function resendInvitation(id: string): Promise<InvitationView> {
  return http.post<InvitationView>(`/api/invitations/${id}/resend`);
}

export function revokeInvitation(id: string): Promise<void> {
  return http.delete(`/api/invitations/${id}`);
}

/** Whether this installation mails links for forgotten passwords. */
export const passwordResetsQuery = queryOptions<PasswordResetsView>({ queryKey: ['/api/password-resets'] });

/** Requests a mail with a link for a new password; the response does not reveal whether the account exists. */
export function requestPasswordReset(email: string): Promise<void> {
  return http.post('/api/password-resets', { email });
}

/** The purpose of a password link. The token is sent in the body, so that no log of addresses contains it. */
export function passwordLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['/api/password-links', token] as const,
    queryFn: () => http.post<PasswordLinkView>('/api/password-links/check', { token }),
    staleTime: Infinity,
  });
}

/** Sets the password and signs in; the link stops working. */
export function choosePassword(body: UsePasswordLinkBody): Promise<UserView> {
  return http.post<UserView>('/api/password-links/use', body);
}
