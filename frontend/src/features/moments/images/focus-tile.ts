const selectedTile = () => document.querySelector<HTMLElement>('[data-tile][aria-current=true]');

/** Gives the focus to the selected image on the contact sheet, where another one has it, or nothing: the control that had it is gone. */
export function focusSelectedTile(): void {
  if (document.activeElement?.matches('body, [data-tile]')) selectedTile()?.focus({ preventScroll: true });
}

/** Brings the selected image on the contact sheet into view. */
export function showSelectedTile(): void {
  selectedTile()?.closest('article')?.scrollIntoView({ block: 'nearest' });
}

/** Shows the selected image once a dialog closes in which other ones may have been selected, and says what gets the focus. */
export function returnToTile(opener: Element | null): HTMLElement | null {
  showSelectedTile();
  const isThere = opener instanceof HTMLElement && opener.isConnected && !opener.matches('body, [data-tile]');
  return isThere ? opener : selectedTile();
}
