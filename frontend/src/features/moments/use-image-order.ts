import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useState } from 'react';
import { toast } from '../../lib/toast';
import { movedIds, useReorderImages } from './images/use-reorder-images';

interface Options {
  momentId: string;
  images: ImageView[];
  /** Ids of the chosen images, in display order: with one of them, all move. */
  chosen: string[];
  /** Whether all images are shown, and in this order. */
  isWhole: boolean;
}

/** The order of a moment's images, as staff change it. Places count from 0. */
export function useImageOrder({ momentId, images, chosen, isWhole }: Options) {
  const reorder = useReorderImages(momentId);
  const [note, setNote] = useState('');
  const ids = images.map(({ id }) => id);
  const movedWith = (id: string) => (chosen.includes(id) ? chosen : [id]);

  /** Whether an image has another place before the one that is at a place now; one behind the last is the end. */
  function canMove(id: string, gap: number): boolean {
    if (gap < 0 || gap > ids.length) return false;
    return movedIds(ids, movedWith(id), gap).some((moved, place) => moved !== ids[place]);
  }

  /** Puts an image there, with the chosen ones if it is one of them. */
  function move(id: string, gap: number): void {
    if (!isWhole) return toast.info('Show all photos to change their order');
    if (!canMove(id, gap)) return;
    const moved = movedWith(id);
    const order = movedIds(ids, moved, gap);
    const first = order.indexOf(moved[0]!) + 1;
    const places = moved.length > 1 ? `places ${first} to ${first + moved.length - 1}` : `place ${first}`;
    setNote(`Moved to ${places} of ${ids.length}`);
    reorder.mutate(order);
  }

  /** The gap that puts an image so many places further. */
  function gapFor(id: string, delta: number): number {
    const places = movedWith(id).map((moved) => ids.indexOf(moved));
    return delta > 0 ? Math.max(...places) + 1 + delta : Math.min(...places) + delta;
  }

  return {
    /** How many images move with one: all chosen ones, if it is one of them. */
    countWith: (id: string) => movedWith(id).length,
    move,
    canMove,
    gapFor,
    /** Whether images can be dragged to another place. */
    canDrag: isWhole && images.length > 1,
    /** What was done last, to be read out. */
    note,
  };
}
