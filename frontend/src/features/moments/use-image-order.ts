import type { ImageView } from '@gmb-moments/backend/contract/images';
import { toast } from '../../lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../lib/http';
import { imagesQuery, reorderImages } from '../../records/images';
import { useOrder } from './images/use-order';

interface Options {
  momentId: string;
  images: ImageView[];
  /** Ids of the chosen images, in display order: with one of them, all move. */
  chosen: string[];
  /** Whether all images are shown, and in this order. */
  isWhole: boolean;
}

/** The order of a moment's images, by id. */
export function useImageOrder({ momentId, images, chosen, isWhole }: Options) {
  const reorder = useReorderImages(momentId);
  const ids = images.map(({ id }) => id);
  const order = useOrder(ids, {
    movedWith: (id) => (chosen.includes(id) ? chosen : [id]),
    onChange: reorder.mutate,
  });
  return {
    ...order,
    move: (id: string, gap: number) =>
      isWhole ? order.move(id, gap) : toast.info('Show all photos to change their order'),
    /** Whether images can be dragged to another place. */
    canDrag: isWhole && images.length > 1,
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
