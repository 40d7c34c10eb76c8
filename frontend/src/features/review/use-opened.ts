import { useEffect } from 'react';
import { sessionStore } from './session-store';

/**
 * Tells the team that a link was opened: once per browser session, and only when the page stands before a person (one
 * that is prerendered or opened in a background tab is not visible).
 * @param report must be the same function at every render
 */
export function useOpened(link: string, report: (link: string) => Promise<void>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') once(link, report);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [link, report]);
}

function once(link: string, report: (link: string) => Promise<void>): void {
  const key = `review-opened:${link}`;
  if (sessionStore.read(key)) return;
  sessionStore.write(key, 'yes');
  // Not delivered is not reported: the next look at the page tries again.
  report(link).catch(() => sessionStore.write(key, ''));
}
