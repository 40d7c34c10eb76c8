import type { NoticeKind } from './notices';

/** The one place that shows notifications. What draws them is loaded apart, for the public pages are light. */

type Notices = typeof import('./notices');

let notices: Notices | undefined;

async function load(): Promise<Notices> {
  notices = await import('./notices');
  return notices;
}

function show(kind: NoticeKind, title: string, description?: string): void {
  if (notices) notices.showNotice(kind, title, description);
  else void load().then(({ showNotice }) => showNotice(kind, title, description));
}

export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  info: (title: string, description?: string) => show('info', title, description),
  /** Takes back what is shown, once it no longer holds. */
  clear: () => notices?.clearNotices(),
  /** Loads what draws notifications, to stand on top: so the first comes at once, and comes when the connection is lost. */
  prepareOnTop: () =>
    void load().then(
      ({ placeNoticesOnTop }) => placeNoticesOnTop(),
      () => undefined,
    ),
};
