interface Options<Item> {
  /** The items, in display order, that move with one; that one alone if it is left out. */
  movedWith?: (item: Item) => Item[];
  /** How many at the beginning keep their places. */
  fixed?: number;
  /** Called with the new order, and with what was done, to be read out. */
  onChange: (items: Item[], note: string) => void;
}

export type Order<Item> = ReturnType<typeof orderOf<Item>>;

/** An order of items, as staff change it. Places count from 0. */
export function orderOf<Item>(items: Item[], { movedWith = (item) => [item], fixed = 0, onChange }: Options<Item>) {
  /** Whether an item has another place before the one that is at a place now; one behind the last is the end. */
  function canMove(item: Item, gap: number): boolean {
    if (gap < fixed || gap > items.length || items.indexOf(item) < fixed) return false;
    return putBefore(items, movedWith(item), gap).some((moved, place) => moved !== items[place]);
  }

  /** Puts an item there, with those that move with it. */
  function move(item: Item, gap: number): void {
    if (!canMove(item, gap)) return;
    const moved = movedWith(item);
    const order = putBefore(items, moved, gap);
    const first = order.indexOf(moved[0]!) + 1;
    const places = moved.length > 1 ? `places ${first} to ${first + moved.length - 1}` : `place ${first}`;
    onChange(order, `Moved to ${places} of ${items.length}`);
  }

  /** The gap that puts an item so many places further. */
  function gapFor(item: Item, delta: number): number {
    const places = movedWith(item).map((moved) => items.indexOf(moved));
    return delta > 0 ? Math.max(...places) + 1 + delta : Math.min(...places) + delta;
  }

  /** How many move with one. */
  const countWith = (item: Item) => movedWith(item).length;
  return { countWith, canMove, move, gapFor };
}

/**
 * The items after some of them were put side by side.
 * @param moved in the order that they have
 * @param gap the place, from 0, that they are put before
 */
export function putBefore<Item>(items: Item[], moved: Item[], gap: number): Item[] {
  const stays = (item: Item) => !moved.includes(item);
  return [...items.slice(0, gap).filter(stays), ...moved, ...items.slice(gap).filter(stays)];
}
