import { useSyncExternalStore } from 'react';

/** The modal dialogs that are open. */

/** The topmost last. */
let dialogs: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(next: HTMLDialogElement[]): void {
  const { dataset, style, clientWidth } = document.documentElement;
  if (dialogs.length === 0) {
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
    dataset['covered'] = '';
  }
  if (next.length === 0) delete dataset['covered'];
  dialogs = next;
  listeners.forEach((listener) => listener());
}

/** The dialog over all others; `undefined` while none is open. */
export function topDialog(): HTMLDialogElement | undefined {
  return dialogs.at(-1);
}

/** Adds a dialog that has just opened. The function that it returns takes it away. */
export function addDialog(dialog: HTMLDialogElement): () => void {
  set([...dialogs, dialog]);
  return () => set(dialogs.filter((other) => other !== dialog));
}

/** The topmost dialog, each time that it changes. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, topDialog, () => undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
