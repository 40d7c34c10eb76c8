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

/** Sends a new link; the one before ends. */
export function resendInvitation(id: string): Promise<InvitationView> {
  return http.post<InvitationView>(`/api/invitations/${id}/resend`);
}

export function revokeInvitation(id: string): Promise<void> {
  return http.delete(`/api/invitations/${id}`);
}

/** How a forgotten password is replaced here. */
export const passwordResetsQuery = queryOptions<PasswordResetsView>({ queryKey: ['/api/password-resets'] });

/** Asks for a mail with a link to a new password; the answer does not say whether the account exists. */
export function requestPasswordReset(email: string): Promise<void> {
  return http.post('/api/password-resets', { email });
}

/** What a link is for by which a password is chosen. The token stands in no address that is requested. */
export function passwordLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['/api/password-links', token] as const,
    queryFn: () => http.post<PasswordLinkView>('/api/password-links/check', { token }),
    staleTime: Infinity,
  });
}

/** Sets the password and signs in. The link ends. */
export function choosePassword(body: UsePasswordLinkBody): Promise<UserView> {
  return http.post<UserView>('/api/password-links/use', body);
}
