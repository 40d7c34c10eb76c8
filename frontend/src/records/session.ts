import type { LoginBody, UserView } from '@gmb-moments/backend/contract/auth';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
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

/** Removes everything from the cache that was read with a session; the host's brand is public and stays. */
export function clearSessionCache(queryClient: QueryClient): void {
  const kept = [LOGGED_OUT_KEY[0], userQuery.queryKey[0], brandingQuery.queryKey[0]];
  queryClient.removeQueries({ predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) });
}
