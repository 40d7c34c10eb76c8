import { cardId } from './card';
import type { ReviewItem } from './review-item';

/** Id of the page's heading. */
export const HEADING_ID = 'review-heading';

/** Scrolls an item's card into view, unless it is there as a whole, and gives it the focus. */
export function showCard(item: Pick<ReviewItem, 'id'>): void {
  const card = document.getElementById(cardId(item));
  if (!card) return;
  card.focus({ preventScroll: true });
  const { top, bottom } = card.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(card).scrollMarginTop) || 0;
  if (top >= covered && bottom <= window.innerHeight) return;
  card.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
}

/** Scrolls to the head of the page, which thanks once nothing is left, and gives its heading the focus. */
export function showPageTop(): void {
  document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
}

function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** The item whose card holds the focus. */
export function focusedItem<Item extends ReviewItem>(items: Item[]): Item | undefined {
  const id = document.activeElement?.closest('article')?.id;
  return items.find((item) => cardId(item) === id);
}

/** Whether the focus is on an item's card, or nowhere: the reviewer has not gone on to something else. */
export function isFocusOnItemOrNowhere(item: ReviewItem): boolean {
  const { activeElement } = document;
  return activeElement === document.body || focusedItem([item]) !== undefined;
}
