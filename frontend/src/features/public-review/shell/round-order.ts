import { useState } from 'react';
import type { ReviewItem } from './review-item';

/**
 * The items in the order of the page. If some were resubmitted, they come first, changed ones before answered ones;
 * then other pending items; then decided ones. The order is fixed when the page opens, so that cards do not move
 * while the reviewer decides.
 */
export function useRoundOrder<Item extends ReviewItem>(items: Item[]): Item[] {
  const [places] = useState(() => (items.some(({ resubmitted }) => resubmitted) ? placesOf(items) : null));
  if (!places) return items;
  const placeOf = ({ id }: Item) => places.get(id) ?? places.size;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function placesOf(items: ReviewItem[]): Map<string, number> {
  const rank = ({ resubmitted, status }: ReviewItem) => {
    if (resubmitted) return resubmitted === 'changed' ? 0 : 1;
    return status === 'pending' ? 2 : 3;
  };
  const sorted = items.toSorted((a, b) => rank(a) - rank(b));
  return new Map(sorted.map(({ id }, index) => [id, index]));
}
