import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { RouteHandle } from './route-handle';

/** How long a link is pointed at before it counts: a pointer that only crosses a list loads nothing. */
const PAUSE_MS = 60;

/**
 * Loads the page of a link that is pointed at, touched or focused: its code and what it shows first, so that it opens at
 * once. The returned function stops that.
 */
export function prefetchOnHover(routes: RouteObject[], client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onEvent = ({ target }: Event) => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.target || link.origin !== window.location.origin) return;
    const { pathname, search } = link;
    timer = setTimeout(() => prefetch(routes, client, { pathname, search }), PAUSE_MS);
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
  // What fails here fails once more when the page is opened, which then says so.
  load?.(client, { params: page!.params, address: new URLSearchParams(search) }).catch(() => undefined);
}
