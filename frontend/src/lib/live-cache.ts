import type { InvalidateQueryFilters, QueryClient, QueryKey, QueryFilters } from '@tanstack/react-query';
import type { Page } from './http';

/** Changes of the query cache that the rules for live events are made of. */

/** Changes cached data. A running fetch may return older data than the event: it is cancelled and repeated. */
export function patch<T>(queryClient: QueryClient, queryKey: QueryKey, change: (old: T) => T): void {
  const { data, fetchStatus } = queryClient.getQueryState<T>(queryKey) ?? {};
  if (data && fetchStatus === 'fetching') void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<T>(queryKey, (old) => (old ? change(old) : old));
  if (fetchStatus === 'fetching') refresh(queryClient, { queryKey });
}

/** Changes the items in all cached pages of a list. */
export function patchPages<Item>(
  queryClient: QueryClient,
  lists: QueryFilters,
  change: (items: Item[]) => Item[],
): void {
  queryClient.setQueriesData<Page<Item>>(lists, (page) => page && { ...page, items: change(page.items) });
}

/** Events come in bursts, as a run publishes one per image: they share one refetch. */
const BURST_MS = 100;
const scheduled = new WeakMap<QueryClient, Set<unknown>>();

/** Invalidates queries after `pauseMs`; calls in between are merged. Queries on screen are refetched. */
export function refresh(queryClient: QueryClient, filters: InvalidateQueryFilters, pauseMs = BURST_MS): void {
  const waiting = scheduled.get(queryClient) ?? new Set();
  scheduled.set(queryClient, waiting);
  const name = filters.predicate ?? JSON.stringify(filters.queryKey);
  if (waiting.has(name)) return;
  waiting.add(name);
  setTimeout(() => {
    waiting.delete(name);
    void refetchAll(queryClient, filters);
  }, pauseMs);
}

/** Invalidates queries. A running fetch may return older data than the event, so another one follows it. */
export async function refetchAll(queryClient: QueryClient, filters: InvalidateQueryFilters = {}): Promise<void> {
  const underWay = new Set(queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }));
  // Without cancelling: on a slow connection, a stream of events would otherwise keep any fetch from finishing.
  void queryClient.invalidateQueries(filters, { cancelRefetch: false });
  if (underWay.size === 0) return;
  await Promise.allSettled([...underWay].map(({ promise }) => promise));
  await queryClient.invalidateQueries({ predicate: (query) => underWay.has(query) }, { cancelRefetch: false });
}

/** Mutation key for the deletion of the record with this query key. */
export function deletionKey(queryKey: QueryKey): QueryKey {
  return ['delete', ...queryKey];
}

/**
 * Refetches a deleted record, so that its page shows that it is gone; not on the page that deletes it and is about to
 * close.
 */
export function refreshDeleted(queryClient: QueryClient, queryKey: QueryKey): void {
  const deletion = queryClient.getMutationCache().find({
    mutationKey: deletionKey(queryKey),
    predicate: ({ state }) => state.status !== 'error',
  });
  if (deletion) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  else refresh(queryClient, { queryKey });
}

/** Filter for the cached pages of a list: keys `[path, parameters]`. */
export function listsOf(path: string): QueryFilters {
  return { predicate: ({ queryKey: [base, second] }) => base === path && typeof second === 'object' };
}

/** Filter for the cached single records: keys `[path, id]`. */
export function recordsOf(path: string): QueryFilters {
  return {
    predicate: ({ queryKey: [base, id, ...rest] }) => base === path && typeof id === 'string' && rest.length === 0,
  };
}
