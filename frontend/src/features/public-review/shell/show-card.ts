import { cardId } from './card';
import type { ReviewItem } from './review-item';

/** Element id of the page's heading. */
export const HEADING_ID = 'review-heading';

/** Focuses an item's card, and scrolls it into view unless it is completely visible. */
export function showCard(item: Pick<ReviewItem, 'id'>): void {
  const card = document.getElementById(cardId(item));
  if (!card) return;
  card.focus({ preventScroll: true });
  const { top, bottom } = card.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(card).scrollMarginTop) || 0;
  if (top >= covered && bottom <= window.innerHeight) return;
  card.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
}

/** Scrolls to the top of the page, which shows the summary once everything is decided, and focuses its heading. */
export function showPageTop(): void {
  document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
}

function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** The item whose card contains the focus. */
export function focusedItem<Item extends ReviewItem>(items: Item[]): Item | undefined {
  const id = document.activeElement?.closest('article')?.id;
  return items.find((item) => cardId(item) === id);
}

/** Whether the focus is in an item's card or nowhere: the reviewer has not moved it elsewhere. */
export function isFocusOnItemOrNowhere(item: ReviewItem): boolean {
  const { activeElement } = document;
  return activeElement === document.body || focusedItem([item]) !== undefined;
}
