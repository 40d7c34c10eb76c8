import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { RouteHandle } from './route-handle';

/** Delay before prefetching, so that a pointer that only crosses links loads nothing. */
const HOVER_MS = 60;

/**
 * Loads code and first data of a page when a link to it is hovered, touched or focused. The returned function stops
 * this.
 */
export function prefetchOnHover(routes: RouteObject[], client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onEvent = ({ target }: Event) => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.target || link.origin !== window.location.origin) return;
    const { pathname, search } = link;
    timer = setTimeout(() => prefetch(routes, client, { pathname, search }), HOVER_MS);
  };
  const events = ['pointerover', 'focusin'];
  for (const event of events) document.addEventListener(event, onEvent);
  return () => {
    clearTimeout(timer);
    for (const event of events) document.removeEventListener(event, onEvent);
  };
}

function prefetch(
  routes: RouteObject[],
  client: QueryClient,
  { pathname, search }: Pick<HTMLAnchorElement, 'pathname' | 'search'>,
): void {
  const page = matchRoutes(routes, pathname)?.at(-1);
  const load = (page?.route.handle as RouteHandle | undefined)?.prefetch;
  // A failure is ignored: opening the page tries again, and shows it.
  load?.(client, { params: page!.params, address: new URLSearchParams(search) }).catch(() => undefined);
}
