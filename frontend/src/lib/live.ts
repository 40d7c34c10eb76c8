import type { CaptionRunView } from '@gmb-moments/backend/contract/captions';
import type { Audience, StaffEvents, VisitorEvents } from '@gmb-moments/backend/contract/events';
import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { MomentListItem, MomentView } from '@gmb-moments/backend/contract/moments';
import type { OptimizationDetail, OptimizationListItem } from '@gmb-moments/backend/contract/optimizations';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import {
  useQueryClient,
  type InvalidateQueryFilters,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Page } from './http';
import { USER_KEY } from './query-client';
import { connect, hasMissed, listen, onConnect, onRefused, watch, type EventMap } from './socket';

/** What each live event does to the query cache. An event without a rule does not compile. */
export type Rules<Events> = { [Name in keyof Events]: (client: QueryClient, payload: Events[Name]) => void };

export const STAFF_RULES: Rules<StaffEvents> = {
  'captions.progress': (client, { momentId, runId, state, total, done, failed, imageId, message, detail = '' }) => {
    const key = ['/api/moments', momentId, 'caption-run'];
    const run = client.getQueryData<CaptionRunView | null>(key);
    // Another run than the one on screen, or one that ended: only the server knows which counts, and its errors.
    if (run?.runId !== runId || !isRunActive(state)) refresh(client, key);
    if (run?.runId !== runId) return;
    const failures = imageId && message ? [{ imageId, message, detail }] : [];
    patch<CaptionRunView>(client, key, (old) => {
      return { ...old, state, total, done, failed, errors: [...old.errors, ...failures] };
    });
  },
  'image.changed': (client, image) => {
    patch<ReviewImageView[]>(client, ['/api/moments', image.momentId, 'images'], (images) => put(images, image));
    refresh(client, ['/api/moments', image.momentId, 'history']);
  },
  'image.deleted': (client, { momentId, imageId }) => {
    patch<ReviewImageView[]>(client, ['/api/moments', momentId, 'images'], (images) => without(images, imageId));
    refresh(client, ['/api/moments', momentId, 'history']);
  },
  'moment.changed': (client, moment) => {
    patch<MomentView>(client, ['/api/moments', moment.id], () => moment);
    patchMomentLists(client, (items) => items.map((item) => (item.id === moment.id ? moment : item)));
    refreshMomentLists(client);
    refresh(client, ['/api/moments', moment.id, 'history']);
    // Only a new moment is an empty draft; it counts among its client's moments.
    if (moment.status === 'draft' && moment.imageCount === 0) refresh(client, ['/api/clients']);
  },
  'moment.deleted': (client, { momentId }) => {
    patchMomentLists(client, (items) => items.filter((item) => item.id !== momentId));
    refreshMomentLists(client);
    forget(client, ['/api/moments', momentId]);
    refresh(client, ['/api/clients']);
  },
  'optimization.progress': (client, { optimizationId }) => {
    refresh(client, ['/api/gmb-optimizations', optimizationId, 'runs']);
  },
  'optimization.changed': (client, optimization) => {
    patch<OptimizationDetail>(client, ['/api/gmb-optimizations', optimization.id], (old) => ({ ...old, optimization }));
    patchOptimizationLists(client, (items) =>
      items.map((item) => (item.id === optimization.id ? { ...item, ...optimization } : item)),
    );
    refreshOptimizationLists(client);
    refresh(client, ['/api/gmb-optimizations', optimization.id, 'history']);
  },
  'optimization.deleted': (client, { optimizationId }) => {
    patchOptimizationLists(client, (items) => items.filter((item) => item.id !== optimizationId));
    refreshOptimizationLists(client);
    forget(client, ['/api/gmb-optimizations', optimizationId]);
  },
  'client.changed': (client) => {
    refreshOptimizationLists(client);
    refreshOptimizations(client);
    refresh(client, ['/api/clients']);
    refreshMomentLists(client);
    refreshMoments(client);
  },
  'agency.changed': (client) => {
    refresh(client, ['/api/agencies']);
    refresh(client, ['/api/branding']);
    refresh(client, ['/api/clients']);
    refreshMoments(client);
    refreshOptimizations(client);
  },
  'settings.changed': (client) => {
    refresh(client, ['/api/settings']);
    refresh(client, ['/api/branding']);
  },
  'user.changed': (client) => refresh(client, ['/api/users']),
};

export const VISITOR_RULES: Rules<VisitorEvents> = {
  'image.changed': (client, image) =>
    patch<ReviewImageView[]>(client, ['/api/public', image.momentId, 'images'], (images) => put(images, image)),
  'image.deleted': (client, { momentId, imageId }) =>
    patch<ReviewImageView[]>(client, ['/api/public', momentId, 'images'], (images) => without(images, imageId)),
  'moment.changed': (client, view) => patch(client, ['/api/public', view.moment.id], () => view),
  'moment.deleted': (client, { momentId }) => refresh(client, ['/api/public', momentId]),
  'optimization.changed': (client, view) =>
    patch(client, ['/api/gmb-optimizations/public', view.optimization.publicLink], () => view),
  'optimization.deleted': (client) => refresh(client, ['/api/gmb-optimizations/public']),
  'settings.changed': (client) => refresh(client, ['/api/branding']),
};

/** Keeps the cache current for staff while mounted, and finds out when their session has ended. */
export function useStaffLive(): void {
  const client = useQueryClient();
  useEffect(() => follow<StaffEvents>(client, 'staff', STAFF_RULES, () => Promise.resolve()), [client]);
  useEffect(
    () =>
      onRefused((code) => {
        const isSignedIn = Boolean(client.getQueryData(USER_KEY));
        if (code === 'NOT_SIGNED_IN' && isSignedIn) void client.invalidateQueries({ queryKey: USER_KEY });
      }),
    [client],
  );
}

/** Keeps the cache current for the holder of a public link while mounted; `id` is the moment's id, or the public link. */
export function useVisitorLive(kind: 'momentId' | 'publicLink', id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const request = kind === 'momentId' ? { momentId: id } : { publicLink: id };
    return follow<VisitorEvents>(client, 'visitor', VISITOR_RULES, () => watch(request));
  }, [client, kind, id]);
}

/** Keeps the platform's brand current for people who are not signed in, while mounted. */
export function useBrandLive(): void {
  const client = useQueryClient();
  useEffect(() => follow<VisitorEvents>(client, 'visitor', VISITOR_RULES, () => Promise.resolve()), [client]);
}

/** Hears one staff event while mounted, beside the cache rule it has. */
export function useStaffEvent<Name extends keyof StaffEvents>(
  name: Name,
  handler: (payload: StaffEvents[Name]) => void,
): void {
  const latest = useEffectEvent(handler);
  useEffect(() => listen<StaffEvents, Name>(name, (payload) => latest(payload)), [name]);
}

function follow<Events extends EventMap>(
  client: QueryClient,
  as: Audience,
  rules: Rules<Events>,
  hear: () => Promise<unknown>,
): () => void {
  const stops = Object.keys(rules).map((name) => {
    const event = name as keyof Events & string;
    return listen<Events, typeof event>(event, (payload) => rules[event](client, payload));
  });
  stops.push(
    onConnect(() => {
      // What happened before the first event could be heard is made up for by reading again what is on screen.
      void hear()
        .then(hasMissed)
        .then((missed) => (missed ? readAgain(client) : undefined));
    }),
    connect(as),
  );
  return () => stops.forEach((stop) => stop());
}

/** Changes cached data. A read that is under way may be older than the event: it is dropped and starts anew. */
function patch<T>(client: QueryClient, key: QueryKey, change: (old: T) => T): void {
  const { data, fetchStatus } = client.getQueryState<T>(key) ?? {};
  if (data && fetchStatus === 'fetching') void client.cancelQueries({ queryKey: key, exact: true });
  client.setQueryData<T>(key, (old) => (old ? change(old) : old));
  if (fetchStatus === 'fetching') refresh(client, key);
}

function patchMomentLists(client: QueryClient, change: (items: MomentListItem[]) => MomentListItem[]): void {
  client.setQueriesData<Page<MomentListItem>>({ predicate: isMomentList }, (page) =>
    page ? { ...page, items: change(page.items) } : page,
  );
}

function patchOptimizationLists(
  client: QueryClient,
  change: (items: OptimizationListItem[]) => OptimizationListItem[],
): void {
  client.setQueriesData<Page<OptimizationListItem>>({ predicate: isOptimizationList }, (page) =>
    page ? { ...page, items: change(page.items) } : page,
  );
}

function put<Image extends ReviewImageView>(images: Image[], image: Image): Image[] {
  const known = images.find(({ id }) => id === image.id);
  if (known && known.version > image.version) return images;
  return [...without(images, image.id), image].sort((a, b) => a.position - b.position);
}

function without<Item extends { id: string }>(items: Item[], id: string): Item[] {
  return items.filter((item) => item.id !== id);
}

const isMomentList = ({ queryKey: [base, second] }: Query) => base === '/api/moments' && typeof second === 'object';
const isMoment = ({ queryKey }: Query) =>
  queryKey[0] === '/api/moments' && typeof queryKey[1] === 'string' && queryKey.length === 2;

const isOptimizationList = ({ queryKey: [base, second] }: Query) =>
  base === '/api/gmb-optimizations' && typeof second === 'object';
const isOptimization = ({ queryKey }: Query) =>
  queryKey[0] === '/api/gmb-optimizations' && typeof queryKey[1] === 'string' && queryKey.length === 2;

function refreshOptimizationLists(client: QueryClient): void {
  soon(client, 'optimization lists', () => readAgain(client, { predicate: isOptimizationList }));
}

function refreshOptimizations(client: QueryClient): void {
  soon(client, 'optimizations', () => readAgain(client, { predicate: isOptimization }));
}

function refreshMomentLists(client: QueryClient): void {
  soon(client, 'moment lists', () => readAgain(client, { predicate: isMomentList }));
}

function refreshMoments(client: QueryClient): void {
  soon(client, 'moments', () => readAgain(client, { predicate: isMoment }));
}

function refresh(client: QueryClient, queryKey: QueryKey): void {
  soon(client, JSON.stringify(queryKey), () => readAgain(client, { queryKey }));
}

/** Key of the mutation that deletes what is read under a key. */
export function deletionOf(queryKey: QueryKey): QueryKey {
  return ['delete', ...queryKey];
}

/** Reads anew what was deleted, to show that it is gone, except on a page that deletes it itself and is about to be left. */
function forget(client: QueryClient, queryKey: QueryKey): void {
  const deletion = client.getMutationCache().find({
    mutationKey: deletionOf(queryKey),
    predicate: ({ state }) => state.status !== 'error',
  });
  if (deletion) void client.invalidateQueries({ queryKey, refetchType: 'none' });
  else refresh(client, queryKey);
}

/** Reads again what is on screen. A read that is under way may be older than the event, so one more follows it. */
async function readAgain(client: QueryClient, filters: InvalidateQueryFilters = {}): Promise<void> {
  const underWay = new Set(client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }));
  // Cutting reads short would let a stream of events keep a slow connection from ever ending one.
  void client.invalidateQueries(filters, { cancelRefetch: false });
  if (underWay.size === 0) return;
  await Promise.allSettled([...underWay].map(({ promise }) => promise));
  await client.invalidateQueries({ predicate: (query) => underWay.has(query) }, { cancelRefetch: false });
}

/** Events come in bursts (a run announces each image): one read for many of them. */
const BURST_MS = 100;
const waiting = new WeakMap<QueryClient, Set<string>>();

function soon(client: QueryClient, name: string, run: () => unknown): void {
  const names = waiting.get(client) ?? new Set();
  waiting.set(client, names);
  if (names.has(name)) return;
  names.add(name);
  setTimeout(() => {
    names.delete(name);
    run();
  }, BURST_MS);
}
