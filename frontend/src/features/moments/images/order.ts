interface Options<Item> {
  /** The items that move together with an item, in display order; by default only the item itself. */
  movedWith?: (item: Item) => Item[];
  /** Number of items at the beginning that cannot be moved. */
  fixed?: number;
  /** Called with the new order, and a sentence for screen readers. */
  onChange: (items: Item[], note: string) => void;
}

export type Order<Item> = ReturnType<typeof createOrder<Item>>;

/**
 * Moves items within a list. A `gap` is the position, from 0, before which an item is put; `items.length` is the end.
 */
export function createOrder<Item>(items: Item[], { movedWith = (item) => [item], fixed = 0, onChange }: Options<Item>) {
  /** Whether putting an item into a gap changes the order. */
  function canMove(item: Item, gap: number): boolean {
    if (gap < fixed || gap > items.length || items.indexOf(item) < fixed) return false;
    return putBefore(items, movedWith(item), gap).some((moved, place) => moved !== items[place]);
  }

  /** Puts an item into a gap, together with the items that move with it. */
  function move(item: Item, gap: number): void {
    if (!canMove(item, gap)) return;
    const moved = movedWith(item);
    const order = putBefore(items, moved, gap);
    const first = order.indexOf(moved[0]!) + 1;
    const places = moved.length > 1 ? `places ${first} to ${first + moved.length - 1}` : `place ${first}`;
    onChange(order, `Moved to ${places} of ${items.length}`);
  }

  /** The gap that moves an item by `delta` places. */
  function gapFor(item: Item, delta: number): number {
    const places = movedWith(item).map((moved) => items.indexOf(moved));
    return delta > 0 ? Math.max(...places) + 1 + delta : Math.min(...places) + delta;
  }

  /** The number of items that move with an item, itself included. */
  const countWith = (item: Item) => movedWith(item).length;
  return { countWith, canMove, move, gapFor };
}

/**
 * The items after some of them were put into a gap.
 * @param moved the moved items in display order
 * @param gap the position, from 0, before which they are put
 */
export function putBefore<Item>(items: Item[], moved: Item[], gap: number): Item[] {
  const stays = (item: Item) => !moved.includes(item);
  return [...items.slice(0, gap).filter(stays), ...moved, ...items.slice(gap).filter(stays)];
}
