import { useSyncExternalStore } from 'react';

/** The modal dialogs that are open. */

/** The topmost last. */
let dialogs: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(next: HTMLDialogElement[]): void {
  const { dataset, style, clientWidth } = document.documentElement;
  if (dialogs.length === 0) {
    // A custom property would have the style of each element computed again.
    const scrollbar = window.innerWidth - clientWidth;
    if (scrollbar > 0) style.paddingInlineEnd = `${scrollbar}px`;
    dataset['covered'] = '';
  }
  if (next.length === 0) {
    style.removeProperty('padding-inline-end');
    delete dataset['covered'];
  }
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
