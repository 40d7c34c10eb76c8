import type { LoginBody, UserView } from '@gmb-moments/backend/contract/auth';
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { http } from '../lib/http';
import { getQueryFn, USER_KEY } from '../lib/query-client';
import { brandingQuery } from './settings';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The signed-in member of staff, or `null`. Only this read renews the cookie, which lasts seven days: a page that stays open
 * repeats it when somebody returns to it a day later.
 */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  staleTime: DAY_MS,
  refetchOnWindowFocus: true,
  queryFn: (context) => getQueryFn({ on401: 'null' })<UserView | null>(context),
});

/** Holds `true` after somebody chose to log out, until the next login. */
export const LOGGED_OUT_KEY = ['logged-out'] as const;

export function login(body: LoginBody): Promise<UserView> {
  return http.post<UserView>('/api/login', body);
}

export function logout(): Promise<void> {
  return http.post('/api/logout');
}

/** What was read with a session; the host's brand is public. */
const sessionQueries = {
  predicate: ({ queryKey }: { queryKey: QueryKey }) =>
    ![LOGGED_OUT_KEY[0], userQuery.queryKey[0], brandingQuery.queryKey[0]].includes(String(queryKey[0])),
};

/** Removes everything from the cache that was read with a session. */
export function clearSessionCache(queryClient: QueryClient): void {
  queryClient.removeQueries(sessionQueries);
}

/** Forgets everything that was read with a session, and reads again what is on screen. */
export function resetSessionCache(queryClient: QueryClient): void {
  const isOfServer = (key: QueryKey) => String(key[0]).startsWith('/api/');
  void queryClient.resetQueries({
    predicate: (query) => sessionQueries.predicate(query) && isOfServer(query.queryKey),
  });
}
