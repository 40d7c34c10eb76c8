import { useState, type DragEvent } from 'react';
import type { Workbench } from './use-workbench';

/** A dragged image, and the place, from 0, of the tile that it is over. */
interface Drag {
  id: string;
  over: number;
  /** On which side of that tile it would be put. */
  side: 'before' | 'behind';
}

/** Lets tiles be dragged to another place. Their list items carry the place as `data-place`. */
export function useDragOrder({ images, order }: Workbench) {
  const [drag, setDrag] = useState<Drag | null>(null);
  return {
    /** On which side of the tile at a place the dragged one would be put; nothing where it would stay. */
    sideOf: (place: number) => (drag?.over === place && order.canMove(drag.id, gapOf(drag)) ? drag.side : undefined),
    handlers: {
      onDragStart: (event: DragEvent) => {
        const tile = tileUnder(event);
        const image = tile && images[tile.place];
        if (!image || !order.canDrag) return event.preventDefault();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        sayHowMany(tile.element, order.countWith(image.id));
        setDrag({ id: image.id, over: tile.place, side: 'before' });
      },
      onDragOver: (event: DragEvent) => {
        if (!drag) return;
        event.preventDefault();
        const tile = tileUnder(event);
        if (!tile || (tile.place === drag.over && tile.side === drag.side)) return;
        setDrag({ id: drag.id, over: tile.place, side: tile.side });
      },
      onDrop: (event: DragEvent) => {
        if (!drag) return;
        event.preventDefault();
        order.move(drag.id, gapOf(drag));
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

/** The place that the dragged image would be put before. */
function gapOf({ over, side }: Drag): number {
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
