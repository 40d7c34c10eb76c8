const selectedTile = () => document.querySelector<HTMLElement>('[data-tile][aria-current=true]');

/** Gives the focus to the selected image on the contact sheet, unless a control other than a tile has it. */
export function focusSelectedTile(): void {
  if (document.activeElement?.matches('body, [data-tile]')) selectedTile()?.focus({ preventScroll: true });
}

/** Shows the selected image once a dialog closes in which other ones may have been selected, and says what gets the focus. */
export function returnToTile(opener: Element | null): HTMLElement | null {
  selectedTile()?.closest('article')?.scrollIntoView({ block: 'nearest' });
  const isThere = opener instanceof HTMLElement && opener.isConnected && !opener.matches('body, [data-tile]');
  return isThere ? opener : selectedTile();
}
