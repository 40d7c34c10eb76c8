import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useMutation } from '@tanstack/react-query';
import { reasonOf } from '../../../lib/http';
import { toastBulkResult } from '../../../lib/toast';
import { tryEach } from '../../../lib/try-each';
import { deleteImage, isUnanswered, resubmitImage, updateImage } from '../../../records/images';
import { usePage } from '../use-page';
import { useImageCache } from './use-image-actions';

/** Something that is done to each of several images. */
interface Task {
  /** What has happened to them then: `deleted`. */
  what: string;
  images: ImageView[];
  act: (image: ImageView) => Promise<unknown>;
}

/** What staff do to several images of the page at once, a few at a time, with one toast that says how it went. */
export function useBulk() {
  const { rememberRejected } = usePage();
  const cache = useImageCache();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ images, act }: Task) => tryEach(images, act),
    onSuccess: ({ done, errors }, { what, images }) => {
      const [first] = errors;
      toastBulkResult(what, { total: images.length, done, reason: first ? reasonOf(first) : '' });
      // What was refused has changed meanwhile.
      return first && cache.refresh();
    },
  });

  const resubmit = (reply: string) => async (image: ImageView) => {
    rememberRejected(image);
    cache.put(await resubmitImage(image.id, isUnanswered(image) ? reply : ''));
  };
  const remove = async ({ id }: ImageView) => {
    await deleteImage(id);
    cache.drop(id);
  };
  const setAddress = (address: string) => async (image: ImageView) =>
    cache.put(await updateImage(image.id, { address, addressRevision: image.addressRevision }));

  return {
    isPending,
    /** What is being done: `deleted`. */
    pending: isPending ? variables.what : null,
    /** @param reply the answer to what the client said of those that are unanswered; `''` for none */
    resubmit: (images: ImageView[], reply: string) =>
      mutateAsync({ what: 'resubmitted', images, act: resubmit(reply) }),
    remove: (images: ImageView[]) => mutateAsync({ what: 'deleted', images, act: remove }),
    setAddress: (images: ImageView[], address: string) =>
      mutateAsync({ what: 'updated', images, act: setAddress(address) }),
  };
}

export type Bulk = ReturnType<typeof useBulk>;
