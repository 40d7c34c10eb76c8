import type { NoticeKind } from './notice';

/** The one place that shows notifications. What draws them for staff is loaded apart; the light public pages have their own. */

export interface Notices {
  showNotice(kind: NoticeKind, title: string, description?: string): void;
  clearNotices(): void;
}

let notices: Notices | undefined;

async function load(): Promise<Notices> {
  const forStaff = await import('./notices');
  notices ??= forStaff;
  return notices;
}

function show(kind: NoticeKind, title: string, description?: string): void {
  if (notices) notices.showNotice(kind, title, description);
  else void load().then(({ showNotice }) => showNotice(kind, title, description));
}

export const toast = {
  /** Loads what draws them before one is needed, which may be because the connection is lost. */
  prepare: () => void load().catch(() => undefined),
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  info: (title: string, description?: string) => show('info', title, description),
  /** Takes back what is shown, once it no longer holds. */
  clear: () => notices?.clearNotices(),
  /** Lets a page draw notifications itself; the answer ends that. */
  drawnBy: (own: Notices): (() => void) => {
    const before = notices;
    notices = own;
    return () => {
      notices = before;
    };
  },
};
