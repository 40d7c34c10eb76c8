import { topDialog } from '../lib/dialog-stack';

/**
 * Shows a dialog as modal with the Popover API; returns a function that hides it and restores the focus. `showModal`
 * is only used in browsers without popovers: it makes the whole page inert, so browsers recompute the styles of all
 * elements on opening and closing.
 */
export function showAsModal(dialog: HTMLDialogElement): () => void {
  if (!('showPopover' in HTMLElement.prototype)) {
    dialog.showModal();
    return () => dialog.close();
  }
  const opener = document.activeElement;
  dialog.popover = 'manual';
  dialog.ariaModal = 'true';
  dialog.showPopover();
  const keepFocus = (event: FocusEvent) => trapFocus(dialog, event);
  const keepTab = (event: KeyboardEvent) => event.key === 'Tab' && wrapTab(dialog, event);
  document.addEventListener('focusin', keepFocus);
  document.addEventListener('keydown', keepTab);
  return () => {
    document.removeEventListener('focusin', keepFocus);
    document.removeEventListener('keydown', keepTab);
    const hadFocus = dialog.contains(document.activeElement);
    dialog.hidePopover();
    if (hadFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}

/** Returns the focus to the dialog if it moves to the page behind, for example from the browser's own controls. */
function trapFocus(dialog: HTMLDialogElement, { target, relatedTarget: before }: FocusEvent): void {
  if (topDialog() !== dialog || dialog.contains(target as Node)) return;
  const kept = before instanceof HTMLElement && dialog.contains(before) ? before : dialog;
  kept.focus({ preventScroll: true });
}

/** Tab on the last control focuses the first one; Shift+Tab on the first one focuses the last. */
function wrapTab(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  if (topDialog() !== dialog || event.defaultPrevented) return;
  const controls = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }),
  );
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  const active = document.activeElement;
  const isWithin = active !== dialog && dialog.contains(active);
  if (isWithin && active !== from) return;
  event.preventDefault();
  (to ?? dialog).focus();
}

const CONTROLS = ':is(a[href], button, input, textarea, select, summary, [tabindex], [contenteditable]):not(:disabled)';
