import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { pageHistory } from '../lib/back-to-close';

/** The router of this window. Its history does not contain the entries of overlays (`lib/back-to-close.ts`). */
export function createPageRouter(routes: RouteObject[]) {
  return createBrowserRouter(routes, { window: pageWindow() });
}

/** The properties of `window` that the router uses. */
function pageWindow(): Window {
  const { document, location, sessionStorage } = window;
  return {
    document,
    location,
    sessionStorage,
    history: pageHistory,
    addEventListener(type: string, listener: () => void) {
      if (type === 'popstate') pageHistory.addListener(listener);
      else window.addEventListener(type, listener);
    },
    removeEventListener(type: string, listener: () => void) {
      if (type === 'popstate') pageHistory.removeListener(listener);
      else window.removeEventListener(type, listener);
    },
  } as unknown as Window;
}
