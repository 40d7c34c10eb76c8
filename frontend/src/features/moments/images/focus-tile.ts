const selectedTile = () => document.querySelector<HTMLElement>('[data-tile][aria-current=true]');

/** Gives the focus to the selected image on the contact sheet, where another one has it, or nothing: the control that had it is gone. */
export function focusSelectedTile(): void {
  if (document.activeElement?.matches('body, [data-tile]')) selectedTile()?.focus({ preventScroll: true });
}

/** Brings the selected image on the contact sheet into view. */
export function showSelectedTile(): void {
  selectedTile()?.closest('article')?.scrollIntoView({ block: 'nearest' });
}

/** What to do when a dialog closes in which other images may have been selected: the selected one is in view, and has the focus. */
export function returnToTile(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && !opener.matches('body, [data-tile]');
  if (isThere) opener.focus({ preventScroll: true });
  else selectedTile()?.focus({ preventScroll: true });
  showSelectedTile();
}
