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
  /** The items whose cards are on the page, in their order. */
  shown: Item[];
  /** Whether the item's card has the buttons Approve and Reject, and none of them waits. */
  canDecide: (item: Item) => boolean;
  onApprove: (item: Item) => void;
  onReject: (item: Item) => void;
  /** Whether something lies over the page, which then takes no keys. */
  isCovered: boolean;
}

/**
 * J and K go from card to card, A and R decide on the one that has the focus; without one they go to the first that is
 * left. `?` lists the keys.
 * @returns the list of keys, while it is open, and what opens it
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
