import { createContext, useContext, useEffect } from 'react';
import { http } from '../../../lib/http';
import { reviewLink } from '../../../lib/review-link';
import { tabStorage } from './browser-storage';

/** Events that a person causes, but not a program that only loads the page. */
const INTERACTIONS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'wheel', 'scroll'] as const;

/**
 * Reports to the server that a person has opened the link: once per browser tab, at the first interaction. Page loads
 * do not count, because mail scanners load pages and run their scripts.
 * @param path path of the API that the link's requests begin with
 */
export function useReportOpened(path: string): void {
  useEffect(() => {
    const key = `review-opened:${reviewLink() ?? ''}${path}`;
    const report = () => {
      if (document.visibilityState !== 'visible' || tabStorage.read(key)) return;
      tabStorage.write(key, 'yes');
      // A failed report is repeated at the next interaction.
      http.post(`${path}/opened`).catch(() => tabStorage.write(key, ''));
    };
    for (const touch of INTERACTIONS) window.addEventListener(touch, report, { capture: true, passive: true });
    return () => {
      for (const touch of INTERACTIONS) window.removeEventListener(touch, report, { capture: true });
    };
  }, [path]);
}

/** Tells the team that the reviewer is done. @param note a message to the team; `''` for none */
export function reportDone(path: string, note: string): Promise<void> {
  return http.post(`${path}/done`, { note });
}

/** Whether the page's link permits decisions. */
export const MayDecideContext = createContext(true);

export function useMayDecide(): boolean {
  return useContext(MayDecideContext);
}
