import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../../lib/http';
import { toast } from '../../../lib/toast';
import { imagesQuery, reorderImages } from '../../../records/images';

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
