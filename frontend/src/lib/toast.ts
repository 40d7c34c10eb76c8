/**
 * Shows toasts, one at a time: a new one replaces the one before. `staff-toasts.tsx` draws them, and is loaded on the first
 * call; the public pages are light and draw their own.
 */

/** The kinds of toasts, and for how many seconds each stays. */
export const TOAST_SECONDS = { success: 4, info: 6, error: 8 };
export type ToastKind = keyof typeof TOAST_SECONDS;

/** What a toast offers to do about what it says. */
export interface ToastAction {
  label: string;
  /** The key that does it on the public pages. */
  key: string;
  run: () => void;
}

/** What draws the toasts of a page. */
export interface ToastDisplay {
  showToast(kind: ToastKind, title: string, description?: string, action?: ToastAction): void;
  clearToasts(): void;
}

let display: ToastDisplay | undefined;

async function load(): Promise<ToastDisplay> {
  const { showToast, clearToasts } = await import('./staff-toasts');
  display ??= { showToast, clearToasts };
  return display;
}

function show(...parts: Parameters<ToastDisplay['showToast']>): void {
  if (display) display.showToast(...parts);
  else void load().then(({ showToast }) => showToast(...parts));
}

export const toast = {
  /** Loads what draws toasts before one is needed, which may be because the connection is lost. */
  prepare: () => void load().catch(() => undefined),
  success: (title: string, description?: string, action?: ToastAction) => show('success', title, description, action),
  error: (title: string, description?: string, action?: ToastAction) => show('error', title, description, action),
  info: (title: string, description?: string) => show('info', title, description),
  /** Closes the current toast, once what it says is no longer true. */
  clear: () => display?.clearToasts(),
  /** Makes a page draw toasts itself. The function that it returns ends that. */
  drawnBy: (own: ToastDisplay): (() => void) => {
    const before = display;
    display = own;
    return () => {
      display = before;
    };
  },
};

interface BulkResult {
  total: number;
  done: number;
  /** Why the others were not done. */
  reason: string;
  action?: ToastAction | undefined;
}

/**
 * Shows one toast with the result of an action on several records: of success, or of an error if some failed.
 * @param what happened to them: `deleted`
 */
export function toastOfMany(what: string, { total, done, reason, action }: BulkResult): void {
  if (done === total) toast.success(`${done} ${what}`, undefined, action);
  else toast.error(`${done} of ${total} ${what}`, reason, action);
}
