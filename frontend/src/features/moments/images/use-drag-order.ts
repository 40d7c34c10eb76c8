import { useState, type DragEvent } from 'react';
import styles from './drag-order.module.css';
import type { Order } from './order';

/** The dragged item, and the position, from 0, of the tile under the pointer. */
interface Drag<Item> {
  item: Item;
  over: number;
  /** The side of that tile on which the item would be dropped. */
  side: 'before' | 'behind';
}

/**
 * Drag and drop for a list of tiles. Spread `handlers` on the list, and `tile(place)` on each `draggable` list item.
 */
export function useDragOrder<Item>(items: Item[], order: Order<Item>) {
  const [drag, setDrag] = useState<Drag<Item> | null>(null);
  return {
    /** Attributes of a list item: its position, and the drop side if dropping here changes the order. */
    tile: (place: number) => ({
      'data-place': place,
      'data-drop': drag?.over === place && order.canMove(drag.item, gapOf(drag)) ? drag.side : undefined,
    }),
    className: styles['list'],
    handlers: {
      onDragStart: (event: DragEvent) => {
        const tile = tileUnder(event);
        const item = tile && items[tile.place];
        if (!item || !tile.element.draggable) return event.preventDefault();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        labelDragImage(tile.element, order.countWith(item));
        setDrag({ item, over: tile.place, side: 'before' });
      },
      onDragOver: (event: DragEvent) => {
        if (!drag) return;
        event.preventDefault();
        const tile = tileUnder(event);
        if (!tile || (tile.place === drag.over && tile.side === drag.side)) return;
        setDrag({ item: drag.item, over: tile.place, side: tile.side });
      },
      onDrop: (event: DragEvent) => {
        if (!drag) return;
        event.preventDefault();
        order.move(drag.item, gapOf(drag));
      },
      onDragEnd: () => setDrag(null),
    },
  };
}

/**
 * Shows the number of dragged photos on the tile until the next frame, when browsers have captured the drag image.
 */
function labelDragImage(tile: HTMLElement, count: number): void {
  if (count === 1) return;
  tile.dataset['dragged'] = `${count} photos`;
  requestAnimationFrame(() => delete tile.dataset['dragged']);
}

/** The gap into which the dragged item would be dropped. */
function gapOf<Item>({ over, side }: Drag<Item>): number {
  return side === 'before' ? over : over + 1;
}

/** The tile under the pointer, and the half in which the pointer is; `undefined` between tiles. */
function tileUnder({ target, clientX, clientY, currentTarget }: DragEvent) {
  const tile = (target as Element).closest<HTMLElement>('[data-place]');
  if (!tile) return undefined;
  const { left, top, width, height } = tile.getBoundingClientRect();
  const isOneColumn = width > currentTarget.getBoundingClientRect().width / 2;
  const isBehind = isOneColumn ? clientY > top + height / 2 : clientX > left + width / 2;
  return {
    element: tile,
    place: Number(tile.dataset['place']),
    side: isBehind ? ('behind' as const) : ('before' as const),
  };
}
