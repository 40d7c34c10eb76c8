import { createStore, useStore } from './store';

/** The modal dialogs that are open, the topmost last. */
let dialogs: HTMLDialogElement[] = [];
const topStore = createStore<HTMLDialogElement | undefined>(undefined);

function setDialogs(next: HTMLDialogElement[]): void {
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
  showHidden();
  showHidden = hideSiblings(next.at(-1));
  topStore.set(next.at(-1));
}

let showHidden = () => {};

/** Hides from screen readers what is beside a popover; a browser does so with what is beside other dialogs. */
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

/** The dialog over all others; `undefined` while none is open. */
export const topDialog = topStore.get;

/** Adds a dialog that has just opened. The function that it returns takes it away. */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  setDialogs([...dialogs, dialog]);
  return () => setDialogs(dialogs.filter((other) => other !== dialog));
}

/** The topmost dialog, each time that it changes. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useStore(topStore);
}
