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
        const place = tileUnder(event)?.place ?? -1;
        const image = images[place];
        if (!image || !order.canDrag) return event.preventDefault();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        setDrag({ id: image.id, over: place, side: 'before' });
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
  return { place: Number(tile.dataset['place']), side: isBehind ? ('behind' as const) : ('before' as const) };
}
