import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import type { Params } from 'react-router-dom';
import { http, HttpError } from './http';

/** Query key of the signed-in user; the data is `null` without a session. */
export const USER_KEY = ['/api/user'] as const;

/** The path of a query key: strings are segments, objects become the query string; empty values are left out. */
export function pathOf(key: QueryKey): string {
  const [base, ...rest] = key;
  const segments = rest.filter((part) => typeof part !== 'object').map((part) => encodeURIComponent(String(part)));
  const filters = rest.filter((part) => typeof part === 'object' && part !== null);
  const query = new URLSearchParams();
  for (const [name, value] of filters.flatMap((part) => Object.entries(part as object))) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return [base, ...segments].join('/') + (query.size ? `?${query}` : '');
}

/**
 * A query function that requests the path of the query key.
 * @param on401 whether a 401 rejects, or resolves with `null`
 */
export function getQueryFn({ on401 }: { on401: 'throw' | 'null' }) {
  return async <T>({ queryKey, signal }: QueryFunctionContext): Promise<T> => {
    try {
      return await http.get<T>(pathOf(queryKey), { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof HttpError && error.status === 401) return null as T;
      throw error;
    }
  };
}

/** A query for one page of a list, with the number of all matching records. */
export function pageQuery<Item>(path: string, params: object) {
  return queryOptions({
    queryKey: [path, params] as const,
    queryFn: ({ queryKey, signal }) => http.getPage<Item>(pathOf(queryKey), { signal }),
  });
}

/**
 * Refetches the user if a request failed because the session has ended: somebody may have signed in again in another
 * tab.
 */
export function refetchUserIfSignedOut(queryClient: QueryClient, error: unknown): void {
  if (!(error instanceof HttpError) || error.code !== 'NOT_SIGNED_IN') return;
  void queryClient.invalidateQueries({ queryKey: USER_KEY }, { cancelRefetch: false });
}

/** A query client without retries and automatic refetches: live events keep its data current. */
export function createQueryClient(): QueryClient {
  const signedOut = (error: unknown) => refetchUserIfSignedOut(queryClient, error);
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: signedOut }),
    mutationCache: new MutationCache({ onError: signedOut }),
    defaultOptions: {
      queries: {
        queryFn: getQueryFn({ on401: 'throw' }),
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

export const queryClient = createQueryClient();

/** The parameters in a page's path, and its query string. */
export interface PageAddress {
  params: Params;
  address: URLSearchParams;
}

/** Loads the first data of a page into the cache before the page opens. */
export type Prefetch = (client: QueryClient, page: PageAddress) => Promise<unknown>;
