import type { Audience } from '@gmb-moments/backend/contract/events';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchAll } from './live-cache';
import { connect, hasMissed, onEvent, onConnect, type EventMap } from './socket';

/** For each live event, the function that updates the query cache. */
export type LiveRules<Events> = { [Name in keyof Events]: (queryClient: QueryClient, payload: Events[Name]) => void };

/**
 * Connects as this audience and applies the rules until the returned function is called. After each connection, the
 * queries on screen are refetched unless the server knows that no event was missed.
 * @param subscribe requests the events from the server after each connection
 */
export function followEvents<Events extends EventMap>(
  queryClient: QueryClient,
  as: Audience,
  rules: Partial<LiveRules<Events>>,
  subscribe: () => Promise<unknown> = () => Promise.resolve(),
): () => void {
  const stops = Object.keys(rules).map((name) => {
    const event = name as keyof Events & string;
    return onEvent<Events, typeof event>(event, (payload) => rules[event]!(queryClient, payload));
  });
  stops.push(
    onConnect(() => {
      void subscribe()
        .then(hasMissed)
        .then((missed) => (missed ? refetchAll(queryClient) : undefined));
    }),
    connect(as),
  );
  return () => stops.forEach((stop) => stop());
}

/** Applies cache rules while mounted; see `followEvents`. `rules` must be the same object on each render. */
export function useLiveRules<Events extends EventMap>(as: Audience, rules: Partial<LiveRules<Events>>): void {
  const queryClient = useQueryClient();
  useEffect(() => followEvents<Events>(queryClient, as, rules), [queryClient, as, rules]);
}
