import { createContext, useContext, useEffect } from 'react';
import { reviewLink } from '../../../lib/review-link';

/** The tab's own storage. A browser that blocks it costs the reviewer a convenience and never the page. */
export const sessionStore = {
  read(key: string): string {
    try {
      return sessionStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  },

  write(key: string, value: string): void {
    try {
      if (value === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    } catch {
      // Blocked or full: see above.
    }
  },
};

/** Key of feedback that was typed but not sent: it is kept until it is sent or the tab closes. */
export const draftKey = (about: string) => `review-feedback:${about}`;

/**
 * Reports that a link was opened: once per browser session, and only when a person sees the page (one that is
 * prerendered or opened in a background tab is not visible).
 * @param report must be the same function at every render
 */
export function useOpened(link: string, report: (link: string) => Promise<void>): void {
  useEffect(() => {
    const key = `review-opened:${reviewLink() ?? ''}${link}`;
    const look = () => {
      if (document.visibilityState !== 'visible' || sessionStore.read(key)) return;
      sessionStore.write(key, 'yes');
      // A report that failed is sent again at the next look at the page.
      report(link).catch(() => sessionStore.write(key, ''));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [link, report]);
}

/** Whether the link by which the page was opened may decide, or only look. */
export const MayDecide = createContext(true);

export function useMayDecide(): boolean {
  return useContext(MayDecide);
}
