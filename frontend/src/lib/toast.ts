import { createStore, useStore } from './store';

/** Shows toasts, one at a time: a new one replaces the previous one. `ui/toasts.tsx` renders them. */

/** Seconds for which each kind of toast is shown. */
export const TOAST_SECONDS = { success: 4, info: 6, error: 8 };
export type ToastKind = keyof typeof TOAST_SECONDS;

/** A button in a toast, such as Undo. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  /** Sequence number, which tells one toast from the next. */
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
  /** Closes the current toast. */
  clear: () => current.set(null),
};

/** The current toast; `null` if there is none. */
export function useToast(): Toast | null {
  return useStore(current);
}

interface BulkResult {
  total: number;
  done: number;
  /** Why the others failed. */
  reason: string;
  action?: ToastAction | undefined;
}

/**
 * Shows the result of an action on several records in one toast: an error toast if some failed.
 * @param what the action as a past participle: `deleted`
 */
export function toastBulkResult(what: string, { total, done, reason, action }: BulkResult): void {
  if (done === total) toast.success(`${done} ${what}`, undefined, action);
  else toast.error(`${done} of ${total} ${what}`, reason, action);
}
