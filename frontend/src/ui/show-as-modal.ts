import { topDialog } from '../lib/dialog-stack';

/**
 * Shows a dialog over the page, which cannot be reached meanwhile; the function that it returns hides it, and gives the focus
 * back. `showModal` does this as well, but makes each element of the page inert, for which the styles of all of them are computed
 * again, when it opens and when it closes: it is for browsers without popovers.
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

/** Takes the focus back from what is behind, as where it comes from the browser's own controls. */
function trapFocus(dialog: HTMLDialogElement, { target, relatedTarget: before }: FocusEvent): void {
  if (topDialog() !== dialog || dialog.contains(target as Node)) return;
  const kept = before instanceof HTMLElement && dialog.contains(before) ? before : dialog;
  kept.focus({ preventScroll: true });
}

/** Tab leads from the last control to the first one, and Shift+Tab back. */
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
