import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { QueryClient } from '@tanstack/react-query';
import { imagesQuery } from '../../../records/images';
import { momentQuery } from '../../../records/moments';

/** Updates the cached images after a request, and refetches the moment, whose status may have changed. */
export function imageCache(queryClient: QueryClient, momentId: string) {
  const { queryKey } = imagesQuery(momentId);
  const change = (apply: (images: ImageView[]) => ImageView[]) => {
    queryClient.setQueryData(queryKey, (images) => images && apply(images));
    void queryClient.invalidateQueries({ ...momentQuery(momentId), exact: true });
  };
  return {
    put: (image: ImageView) => change((images) => images.map((old) => (old.id === image.id ? newer(old, image) : old))),
    drop: (id: string) => change((images) => images.filter((image) => image.id !== id)),
    refresh: () => queryClient.invalidateQueries({ queryKey }),
  };
}

// A live event with a newer version may have arrived before the response.
function newer(old: ImageView, image: ImageView): ImageView {
  const counters = ['version', 'captionRevision', 'addressRevision'] as const;
  return counters.some((counter) => old[counter] > image[counter]) ? old : image;
}
