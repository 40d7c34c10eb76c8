import { useState, type DragEvent } from 'react';
import styles from './drag-order.module.css';
import type { Order } from './order';

/** A dragged item, and the place, from 0, of the tile that it is over. */
interface Drag<Item> {
  item: Item;
  over: number;
  /** On which side of that tile it would be put. */
  side: 'before' | 'behind';
}

/** Lets tiles be dragged to another place. Their list items are `draggable`, and carry the place as `data-place`. */
export function useDragOrder<Item>(items: Item[], order: Order<Item>) {
  const [drag, setDrag] = useState<Drag<Item> | null>(null);
  return {
    /** What a list item carries: its place, and on which side of it the dragged tile would be put, if not where it is. */
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
        sayHowMany(tile.element, order.countWith(item));
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

/** Writes on a tile how many are dragged with it until the next frame: browsers take the dragged picture before. */
function sayHowMany(tile: HTMLElement, count: number): void {
  if (count === 1) return;
  tile.dataset['dragged'] = `${count} photos`;
  requestAnimationFrame(() => delete tile.dataset['dragged']);
}

/** The place that the dragged item would be put before. */
function gapOf<Item>({ over, side }: Drag<Item>): number {
  return side === 'before' ? over : over + 1;
}

/** The tile under the pointer, and on which half of it the pointer is; nothing between tiles. */
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
