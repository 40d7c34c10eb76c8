import { useSyncExternalStore } from 'react';

const LESS = '(prefers-reduced-motion: reduce)';

/** How much may move on screen: people can ask their system for less. */
export type Motion = 'full' | 'reduced';

export function useMotion(): Motion {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(LESS).matches ? 'reduced' : 'full'));
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(LESS);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
