import type {
  BegunSignInView,
  FinishedSignInView,
  SingleLogoutView,
  SingleSignOnView,
} from '@gmb-moments/backend/contract/single-sign-on';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { http, reasonOf } from '../lib/http';
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

/** The path to open after a sign-in, or why nobody was signed in. */
type FinishedSignIn = { to: string } | { problem: string };

/** Finishes the sign-in that the provider answered, and caches the user. */
export function finishedSignInQuery(query: string) {
  return queryOptions({
    queryKey: ['finished sign-in', query] as const,
    queryFn: async ({ client }): Promise<FinishedSignIn> => {
      try {
        const { user, to } = await http.post<FinishedSignInView>('/api/single-sign-on/finish', { query });
        client.removeQueries({ queryKey: LOGGED_OUT_KEY });
        client.setQueryData(userQuery.queryKey, user);
        return { to };
      } catch (error) {
        return { problem: reasonOf(error) };
      }
    },
    // The answer of the provider counts once: the refetch of everything after a connection does not repeat it, and a failure is data
    // as well, since a query without data would be fetched again.
    staleTime: 'static',
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
