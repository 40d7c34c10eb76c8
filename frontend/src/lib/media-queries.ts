import { createContext, use, useSyncExternalStore } from 'react';

/** Whether the server rendered the page for a phone; hydration starts with the same layout. */
export const RenderedForPhoneContext = createContext(false);

/** Whether the window is as narrow as a phone: the mobile layout begins under 768 px. */
export function useIsMobile(): boolean {
  return useIsNarrow(use(RenderedForPhoneContext));
}

const useIsNarrow = createMediaQueryHook('(max-width: 767.98px)');

const WIDE = '(min-width: 1024px)';

/** Whether the window has room for three panes side by side. */
export const useIsWide = createMediaQueryHook(WIDE);

/** Whether the window is wide now, for event handlers. */
export const isWide = (): boolean => window.matchMedia(WIDE).matches;

/** Whether the user's system asks for less motion. */
export const usePrefersReducedMotion = createMediaQueryHook('(prefers-reduced-motion: reduce)');

function createMediaQueryHook(query: string): (onServer?: boolean) => boolean {
  const subscribe = (changed: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  };
  return (onServer = false) =>
    useSyncExternalStore(
      subscribe,
      () => window.matchMedia(query).matches,
      () => onServer,
    );
}
