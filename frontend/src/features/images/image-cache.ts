import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { imagesQuery } from './images.api';

/** Puts what the server answered on screen at once, and has the moment read again: its status may follow. */
export function useImageCache(momentId: string) {
  const client = useQueryClient();
  return {
    put: (image: ImageView) =>
      change(client, momentId, (images) => images.map((old) => (old.id === image.id ? newer(old, image) : old))),
    drop: (id: string) => change(client, momentId, (images) => images.filter((image) => image.id !== id)),
    refresh: () => client.invalidateQueries({ queryKey: imagesQuery(momentId).queryKey }),
  };
}

function change(client: QueryClient, momentId: string, apply: (images: ImageView[]) => ImageView[]): void {
  client.setQueryData(imagesQuery(momentId).queryKey, (images) => images && apply(images));
  void client.invalidateQueries({ queryKey: ['/api/moments', momentId], exact: true });
}

// A live event may have overtaken the answer.
function newer(old: ImageView, image: ImageView): ImageView {
  const counters = ['version', 'captionRevision', 'addressRevision'] as const;
  return counters.some((counter) => old[counter] > image[counter]) ? old : image;
}
