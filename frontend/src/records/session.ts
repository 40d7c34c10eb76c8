import type { ChangePasswordBody, LoginBody, UserView } from '@gmb-moments/backend/contract/auth';
import type { PasskeyLoginBody } from '@gmb-moments/backend/contract/passkeys';
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { http } from '../lib/http';
import { getQueryFn, USER_KEY } from '../lib/query-client';
import { brandingQuery } from './settings';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The signed-in member of staff, or `null`. Only this request renews the session cookie, which lasts seven days; so
 * it is repeated when the window gets the focus after a day.
 */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  staleTime: DAY_MS,
  refetchOnWindowFocus: true,
  queryFn: (context) => getQueryFn({ on401: 'null' })<UserView | null>(context),
});

/** Query data: `true` from a deliberate logout until the next login. */
export const LOGGED_OUT_KEY = ['logged-out'] as const;

/** Signs in by e-mail and password, or by a passkey alone. */
export function login(body: LoginBody | PasskeyLoginBody): Promise<UserView> {
  return http.post<UserView>('email' in body ? '/api/login' : '/api/login/passkey', body);
}

/** Changes the own password; all other own sessions end. */
export function changePassword(body: ChangePasswordBody): Promise<void> {
  return http.post('/api/user/password', body);
}

export function logout(): Promise<void> {
  return http.post('/api/logout');
}

/** Filter for everything that was fetched with a session; the host's branding is public. */
const sessionQueries = {
  predicate: ({ queryKey }: { queryKey: QueryKey }) =>
    ![LOGGED_OUT_KEY[0], userQuery.queryKey[0], brandingQuery.queryKey[0]].includes(String(queryKey[0])),
};

/** Removes everything that was fetched with a session. */
export function clearSessionCache(queryClient: QueryClient): void {
  queryClient.removeQueries(sessionQueries);
}

/** Drops all API data that was fetched with a session, and refetches what is on screen. */
export function resetSessionCache(queryClient: QueryClient): void {
  const isOfServer = (key: QueryKey) => String(key[0]).startsWith('/api/');
  void queryClient.resetQueries({
    predicate: (query) => sessionQueries.predicate(query) && isOfServer(query.queryKey),
  });
}
