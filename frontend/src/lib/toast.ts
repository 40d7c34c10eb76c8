import { createStore, useStore } from './store';

/** Shows toasts, one at a time: a new one replaces the one before. `ui/toasts.tsx` draws them. */

/** The kinds of toasts, and for how many seconds each stays. */
export const TOAST_SECONDS = { success: 4, info: 6, error: 8 };
export type ToastKind = keyof typeof TOAST_SECONDS;

/** What a toast offers to do about what it says. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  /** Counts the toasts. */
  number: number;
  kind: ToastKind;
  title: string;
  description?: string;
  action?: ToastAction;
}

const current = createStore<Toast | null>(null);
let count = 0;

function show(kind: ToastKind, title: string, description?: string, action?: ToastAction): void {
  count += 1;
  current.set({ number: count, kind, title, description, action });
}

export const toast = {
  success: (title: string, description?: string, action?: ToastAction) => show('success', title, description, action),
  error: (title: string, description?: string, action?: ToastAction) => show('error', title, description, action),
  info: (title: string, description?: string) => show('info', title, description),
  /** Closes the current toast, once what it says is no longer true. */
  clear: () => current.set(null),
};

/** The toast that is shown. */
export function useToast(): Toast | null {
  return useStore(current);
}

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
export function toastBulkResult(what: string, { total, done, reason, action }: BulkResult): void {
  if (done === total) toast.success(`${done} ${what}`, undefined, action);
  else toast.error(`${done} of ${total} ${what}`, reason, action);
}
