import { useEffect } from 'react';
import { reportOpened } from './review.api';
import { sessionStore } from './session-store';

/**
 * Tells the team that the link was opened: once per browser session, and only when the content stands before a person
 * (a page that is prerendered or opened in a background tab is not visible).
 */
export function useOpened(momentId: string, content: 'shown' | 'not shown'): void {
  useEffect(() => {
    if (content === 'not shown') return undefined;
    const report = () => {
      if (document.visibilityState === 'visible') once(momentId);
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [momentId, content]);
}

function once(momentId: string): void {
  const key = `review-opened:${momentId}`;
  if (sessionStore.read(key)) return;
  sessionStore.write(key, 'yes');
  // Not delivered is not reported: the next look at the page tries again.
  reportOpened(momentId).catch(() => sessionStore.write(key, ''));
}
