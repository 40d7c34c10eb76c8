import { useSyncExternalStore } from 'react';

// Spec 9: the mobile layout begins under 768 px.
const MOBILE = '(max-width: 767.98px)';

/** Whether the window is as narrow as a phone at the moment. */
export function isMobile(): boolean {
  return window.matchMedia(MOBILE).matches;
}

/** Whether the window is as narrow as a phone. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, isMobile);
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(MOBILE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
