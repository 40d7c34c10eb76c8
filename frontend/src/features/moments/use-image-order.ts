import type { ImageView } from '@gmb-moments/backend/contract/images';
import { toast } from '../../lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../lib/http';
import { imagesQuery, reorderImages } from '../../records/images';
import { createOrder } from './images/order';
import { useImages, usePage, usePageState, useView } from './use-page';
import { useCan } from '../../records/permissions';

/** Reordering of the page's images by id. Moving a chosen image moves all chosen images. */
export function useImageOrder() {
  const mayEdit = useCan('review.edit');
  const { momentId, applySelection, setMoved } = usePage();
  const reorder = useReorderImages(momentId);
  const ids = useImages().map(({ id }) => id);
  const { selected, chosen } = useView();
  const chosenIds = chosen.map(({ id }) => id);
  const isWhole = usePageState(({ filter }) => filter.by === 'all');
  const order = createOrder(ids, {
    movedWith: (id) => (chosenIds.includes(id) ? chosenIds : [id]),
    onChange: (imageIds, note) => {
      setMoved(note);
      reorder.mutate(imageIds);
    },
  });
  const whereWhole = (id: string, gap: number) =>
    isWhole ? order.move(id, gap) : toast.info('Show all photos to change their order');
  return {
    ...order,
    /** Moves an image into a gap, and selects it. */
    move(id: string, gap: number) {
      applySelection({ type: 'select', id });
      whereWhole(id, gap);
    },
    /** Moves the selected image by `delta` places. */
    step: (delta: number) => selected && whereWhole(selected.id, order.gapFor(selected.id, delta)),
    canStep: (delta: number) =>
      mayEdit && selected !== null && order.canMove(selected.id, order.gapFor(selected.id, delta)),
    /** Whether images can be dragged. */
    canDrag: mayEdit && isWhole && ids.length > 1,
  };
}

/**
 * Saves a new order of a moment's images, with an optimistic update. After the last of several changes, and after a
 * failure, the images are refetched.
 */
export function useReorderImages(momentId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = imagesQuery(momentId);
  const mutationKey = ['reorder', momentId];
  return useMutation({
    mutationKey,
    // With a scope, TanStack Query runs these mutations one after the other.
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

/** The images in the order of these ids, followed by others, with new positions from 0. */
export function inOrder(images: ImageView[], imageIds: string[]): ImageView[] {
  const known = imageIds.flatMap((id) => images.find((image) => image.id === id) ?? []);
  const others = images.filter(({ id }) => !imageIds.includes(id));
  return [...known, ...others].map((image, position) => ({ ...image, position }));
}
