/** Gives the focus to the selected image on the contact sheet, where nothing has it: the control that had it is gone. */
export function focusSelectedTile(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-tile][aria-current=true]')?.focus({ preventScroll: true });
}
