import { useState, type ReactNode } from 'react';
import { chunkQuery, useChunk } from '../../../lib/chunk';
import { useReviewShortcuts } from './review-shortcuts';
import { focusedItem, showCard } from './show-card';
import type { ReviewItem } from './review-item';

const shortcutsDialogQuery = chunkQuery(
  'review-keys',
  async () => (await import('./shortcuts-dialog')).ShortcutsDialog,
);

interface CardShortcutsOptions<Item> {
  /** The items whose cards are shown, in the order of the page. */
  shown: Item[];
  /** Whether the item's card has enabled buttons for a decision. */
  canDecide: (item: Item) => boolean;
  onApprove: (item: Item) => void;
  onReject: (item: Item) => void;
  /** Whether a dialog is open over the page, so that the shortcuts do not work. */
  isCovered: boolean;
}

/**
 * Binds shortcuts for cards: J and K go to the next and previous card, A and R decide on the focused one. Without a
 * focused card, A and R go to the first undecided one. `?` lists the shortcuts.
 * @returns the dialog that lists the shortcuts, if it is open, and a function that opens it
 */
export function useCardShortcuts<Item extends ReviewItem>(
  props: CardShortcutsOptions<Item>,
): { hint: ReactNode; openHint: () => void } {
  const { shown, canDecide, onApprove, onReject, isCovered } = props;
  const [isOpen, setOpen] = useState(false);
  const [Hint, loadHint] = useChunk(shortcutsDialogQuery);
  const go = (by: 1 | -1) => () => {
    const at = shown.indexOf(focusedItem(shown)!);
    const next = at === -1 ? shown[0] : shown[at + by];
    if (next) showCard(next);
  };
  const decide = (action: (item: Item) => void) => () => {
    const item = focusedItem(shown);
    const first = shown.find(canDecide);
    if (item && canDecide(item)) action(item);
    else if (!item && first) showCard(first);
  };
  const openHint = () => {
    loadHint();
    setOpen(true);
  };
  useReviewShortcuts(
    { next: go(1), previous: go(-1), approve: decide(onApprove), reject: decide(onReject), list: openHint },
    { isActive: !isCovered },
  );
  return { hint: isOpen && Hint && <Hint onClose={() => setOpen(false)} />, openHint };
}
