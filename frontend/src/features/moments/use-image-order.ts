import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useState } from 'react';
import { toast } from '../../lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../lib/http';
import { imagesQuery, reorderImages } from '../../records/images';

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

/**
 * Puts the images of a moment into another order. It is shown at once; the images are read again where the server refuses
 * it, and after the last of several changes, so that the page shows what is stored.
 */
export function useReorderImages(momentId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = imagesQuery(momentId);
  const mutationKey = ['reorder', momentId];
  return useMutation({
    mutationKey,
    // One after the other, in the order in which staff moved the images.
    scope: { id: `reorder ${momentId}` },
    mutationFn: (imageIds: string[]) => reorderImages(momentId, imageIds),
    onMutate: async (imageIds) => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData<ImageView[]>(queryKey, (images) => images && inOrder(images, imageIds));
    },
    onError: (error) => void toast.error('Error', `Failed to save the order\n${reasonOf(error)}`),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) > 1) return undefined;
      return queryClient.invalidateQueries({ queryKey, exact: true });
    },
  });
}

/** The images in the order of these ids, with the positions that the server gives them; others stay behind them. */
export function inOrder(images: ImageView[], imageIds: string[]): ImageView[] {
  const known = imageIds.flatMap((id) => images.find((image) => image.id === id) ?? []);
  const others = images.filter(({ id }) => !imageIds.includes(id));
  return [...known, ...others].map((image, position) => ({ ...image, position }));
}

/**
 * The order of ids after some of them were put side by side.
 * @param moved in the order that they have
 * @param gap the place, from 0, that they are put before
 */
export function movedIds(ids: string[], moved: string[], gap: number): string[] {
  const stays = (id: string) => !moved.includes(id);
  return [...ids.slice(0, gap).filter(stays), ...moved, ...ids.slice(gap).filter(stays)];
}
