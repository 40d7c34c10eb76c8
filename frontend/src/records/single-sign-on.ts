import type {
  BegunSignInView,
  FinishedSignInView,
  SingleLogoutView,
  SingleSignOnView,
} from '@gmb-moments/backend/contract/single-sign-on';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { http } from '../lib/http';
import { LOGGED_OUT_KEY, userQuery } from './session';
import { brandingQuery } from './settings';

/** How people sign in here beside passwords; `undefined` where they do not. */
export function useSingleSignOn(): SingleSignOnView | undefined {
  return useQuery(brandingQuery).data?.singleSignOn;
}

/** @param to path of the page to open afterwards */
export function beginSignIn(to: string): Promise<BegunSignInView> {
  return http.post<BegunSignInView>('/api/single-sign-on/begin', { to });
}

/** Whether a query of the login page is the answer of the provider. */
export function isProviderAnswer(query: string): boolean {
  const parameters = new URLSearchParams(query);
  return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
}

/** Finishes the sign-in that the provider answered, once, and caches the user. The path to open now. */
export function finishedSignInQuery(query: string) {
  return queryOptions({
    queryKey: ['finished sign-in', query] as const,
    queryFn: async ({ client }) => {
      const { user, to } = await http.post<FinishedSignInView>('/api/single-sign-on/finish', { query });
      client.removeQueries({ queryKey: LOGGED_OUT_KEY });
      client.setQueryData(userQuery.queryKey, user);
      return to;
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** Signs out here. Where to sign out of the provider too, if anywhere. */
export function logoutOfProvider(): Promise<SingleLogoutView> {
  return http.post<SingleLogoutView>('/api/single-sign-on/logout');
}

/** Lets passwords sign people in, or single sign-on alone. */
export function allowPasswords(areAllowed: boolean): Promise<void> {
  return http.put('/api/single-sign-on/passwords', { areAllowed });
}
