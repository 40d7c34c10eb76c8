import type { InvalidateQueryFilters, QueryClient, QueryKey, QueryFilters } from '@tanstack/react-query';
import type { Page } from './http';

/** How cache rules of live events change the query cache. */

/** Changes cached data. A read that is under way may be older than the event: it is cancelled and repeated. */
export function patch<T>(queryClient: QueryClient, queryKey: QueryKey, change: (old: T) => T): void {
  const { data, fetchStatus } = queryClient.getQueryState<T>(queryKey) ?? {};
  if (data && fetchStatus === 'fetching') void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<T>(queryKey, (old) => (old ? change(old) : old));
  if (fetchStatus === 'fetching') refresh(queryClient, { queryKey });
}

/** Changes the items of every cached page of a list. */
export function patchPages<Item>(
  queryClient: QueryClient,
  lists: QueryFilters,
  change: (items: Item[]) => Item[],
): void {
  queryClient.setQueriesData<Page<Item>>(lists, (page) => page && { ...page, items: change(page.items) });
}

/** Events come in bursts (a run publishes each image): one read for many of them. */
const BURST_MS = 100;
const scheduled = new WeakMap<QueryClient, Set<unknown>>();

/** Marks queries as outdated and reads again those that are on screen, once for all events of a burst or of a longer pause. */
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

/** Reads again what is on screen. A read that is under way may be older than the event, so one more follows it. */
export async function refetchAll(queryClient: QueryClient, filters: InvalidateQueryFilters = {}): Promise<void> {
  const underWay = new Set(queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }));
  // Cancelling reads would let a stream of events keep a slow connection from ever finishing one.
  void queryClient.invalidateQueries(filters, { cancelRefetch: false });
  if (underWay.size === 0) return;
  await Promise.allSettled([...underWay].map(({ promise }) => promise));
  await queryClient.invalidateQueries({ predicate: (query) => underWay.has(query) }, { cancelRefetch: false });
}

/** Key of the mutation that deletes the record that is read under a key. */
export function deletionKey(queryKey: QueryKey): QueryKey {
  return ['delete', ...queryKey];
}

/** Reads a deleted record again, to show that it is gone, except on a page that deletes it itself and is about to leave. */
export function refreshDeleted(queryClient: QueryClient, queryKey: QueryKey): void {
  const deletion = queryClient.getMutationCache().find({
    mutationKey: deletionKey(queryKey),
    predicate: ({ state }) => state.status !== 'error',
  });
  if (deletion) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  else refresh(queryClient, { queryKey });
}

/** The cached pages of a list: keys of a path and the parameters of the list. */
export function listsOf(path: string): QueryFilters {
  return { predicate: ({ queryKey: [base, second] }) => base === path && typeof second === 'object' };
}

/** The cached single records of a path: keys of a path and an id. */
export function recordsOf(path: string): QueryFilters {
  return {
    predicate: ({ queryKey: [base, id, ...rest] }) => base === path && typeof id === 'string' && rest.length === 0,
  };
}
