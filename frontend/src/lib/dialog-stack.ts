import { createStore, useStore } from './store';

/** The open modal dialogs, the topmost last. */
let dialogs: HTMLDialogElement[] = [];
const topStore = createStore<HTMLDialogElement | undefined>(undefined);

function setDialogs(next: HTMLDialogElement[]): void {
  const { dataset, style, clientWidth } = document.documentElement;
  if (dialogs.length === 0) {
    // Not a custom property: changing one makes browsers recompute the styles of all elements.
    const scrollbar = window.innerWidth - clientWidth;
    if (scrollbar > 0) style.paddingInlineEnd = `${scrollbar}px`;
    dataset['covered'] = '';
  }
  if (next.length === 0) {
    style.removeProperty('padding-inline-end');
    delete dataset['covered'];
  }
  dialogs = next;
  showHidden();
  showHidden = hideSiblings(next.at(-1));
  topStore.set(next.at(-1));
}

let showHidden = () => {};

/**
 * Hides everything outside a popover from screen readers, as browsers do for modal dialogs. Returns a function that
 * shows it again.
 */
function hideSiblings(dialog: HTMLDialogElement | undefined): () => void {
  const hidden: Element[] = [];
  for (let part: Element | null = dialog?.popover ? dialog : null; part?.parentElement; part = part.parentElement) {
    if (part === document.body) break;
    const beside = [...part.parentElement.children].filter((other) => other !== part && !other.ariaHidden);
    beside.forEach((other) => (other.ariaHidden = 'true'));
    hidden.push(...beside);
  }
  return () => hidden.forEach((other) => (other.ariaHidden = null));
}

/** The topmost dialog; `undefined` while none is open. */
export const topDialog = topStore.get;

/** Adds a dialog that has just opened, and returns a function that removes it. */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  setDialogs([...dialogs, dialog]);
  return () => setDialogs(dialogs.filter((other) => other !== dialog));
}

/** The topmost dialog; rerenders when it changes. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useStore(topStore);
}
