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

/** The key of the current user: `null` once the session has ended. */
export const USER_KEY = ['/api/user'] as const;

/** The path that a query key stands for: segments joined with slashes, an object as the query string. */
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

/** Reads what a query key names. A 401 throws, or resolves with `null` where being signed out is an answer. */
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

/** One page of a list, with the number of all. */
export function pageQuery<Item>(path: string, params: object) {
  return queryOptions({
    queryKey: [path, params] as const,
    queryFn: ({ queryKey, signal }) => http.getPage<Item>(pathOf(queryKey), { signal }),
  });
}

/** Reads the current user again if a request failed because the session has ended: a new one may have begun meanwhile. */
export function refetchUserIfSignedOut(queryClient: QueryClient, error: unknown): void {
  if (!(error instanceof HttpError) || error.code !== 'NOT_SIGNED_IN') return;
  void queryClient.invalidateQueries({ queryKey: USER_KEY }, { cancelRefetch: false });
}

/** A query client with the product's defaults: no retry, no refetch of its own; live events keep data current. */
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

/** The address of a page: what its path names, and its query string. */
export interface PageAddress {
  params: Params;
  address: URLSearchParams;
}

/** Reads what a page shows first into the cache, before it is opened. */
export type Prefetch = (client: QueryClient, page: PageAddress) => Promise<unknown>;
