import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { pageHistory } from '../lib/back-to-close';

/** The router of this window. Its history has the pages only, not the entries of their overlays. */
export function createPageRouter(routes: RouteObject[]) {
  return createBrowserRouter(routes, { window: pageWindow() });
}

/** As much of a window as the router uses. */
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
