import { createContext, useContext, useEffect } from 'react';
import { http } from '../../../lib/http';
import { reviewLink } from '../../../lib/review-link';

/** A storage of the browser. One that is blocked, or full, costs the reviewer a convenience and never the page. */
function safeStorage(storage: () => Storage) {
  return {
    read(key: string): string {
      try {
        return storage().getItem(key) ?? '';
      } catch {
        return '';
      }
    },

    write(key: string, value: string): void {
      try {
        if (value === '') storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        // See above.
      }
    },
  };
}

/** What is kept until the tab closes, and what is kept on this device. */
export const tabStorage = safeStorage(() => sessionStorage);
export const deviceStorage = safeStorage(() => localStorage);

/** Key of feedback that was typed but not sent: it is kept until it is sent or the tab closes. */
export const draftKey = (about: string) => `review-feedback:${about}`;

/** What a person does with a page and a program that only loads it does not. */
const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'wheel', 'scroll'] as const;

/**
 * Reports that a person has opened the link: once per browser session, at the first thing that they do on the page. Scanners of
 * mails load it too, and run its scripts.
 * @param path of the API, under which the link's requests lie
 */
export function useReportOpened(path: string): void {
  useEffect(() => {
    const key = `review-opened:${reviewLink() ?? ''}${path}`;
    const report = () => {
      if (document.visibilityState !== 'visible' || tabStorage.read(key)) return;
      tabStorage.write(key, 'yes');
      // A report that failed is sent again at the next touch.
      http.post(`${path}/opened`).catch(() => tabStorage.write(key, ''));
    };
    for (const touch of INTERACTIONS) window.addEventListener(touch, report, { capture: true, passive: true });
    return () => {
      for (const touch of INTERACTIONS) window.removeEventListener(touch, report, { capture: true });
    };
  }, [path]);
}

/** Tells the team that the reviewer is done for now; `''` for no note. */
export function reportDone(path: string, note: string): Promise<void> {
  return http.post(`${path}/done`, { note });
}

/** Whether the link by which the page was opened may decide, or only look. */
export const MayDecideContext = createContext(true);

export function useMayDecide(): boolean {
  return useContext(MayDecideContext);
}
