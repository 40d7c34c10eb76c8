const selectedTile = () => document.querySelector<HTMLElement>('[data-tile][aria-current=true]');

/** Focuses the selected tile of the contact sheet, unless another control has the focus. */
export function focusSelectedTile(): void {
  if (document.activeElement?.matches('body, [data-tile]')) selectedTile()?.focus({ preventScroll: true });
}

/**
 * For `focusAfter` of dialogs in which another image may be selected: scrolls the selected tile into view, and
 * returns what to focus.
 */
export function returnToTile(opener: Element | null): HTMLElement | null {
  selectedTile()?.closest('article')?.scrollIntoView({ block: 'nearest' });
  const isThere = opener instanceof HTMLElement && opener.isConnected && !opener.matches('body, [data-tile]');
  return isThere ? opener : selectedTile();
}
