import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useMutation } from '@tanstack/react-query';
import { reasonOf } from '../../../lib/http';
import { toastBulkResult } from '../../../lib/toast';
import { tryEach } from '../../../lib/try-each';
import { deleteImage, isUnanswered, resubmitImage, updateImage } from '../../../records/images';
import { usePage } from '../use-page';
import { useImageCache } from './use-image-actions';

/** An action on several images. */
interface Task {
  /** The action as a past participle: `deleted`. */
  participle: string;
  images: ImageView[];
  act: (image: ImageView) => Promise<unknown>;
}

/** Actions on several images, three requests at a time. One toast shows the result. */
export function useBulkActions() {
  const { rememberRejected } = usePage();
  const cache = useImageCache();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ images, act }: Task) => tryEach(images, act),
    onSuccess: ({ done, errors }, { participle, images }) => {
      const [first] = errors;
      toastBulkResult(participle, { total: images.length, done, reason: first ? reasonOf(first) : '' });
      // Refused images have probably been changed by somebody else.
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
    /** The running action as a participle (`deleted`); `null` for none. */
    pending: isPending ? variables.participle : null,
    /** @param reply the answer for images that were neither changed nor answered; `''` for none */
    resubmit: (images: ImageView[], reply: string) =>
      mutateAsync({ participle: 'resubmitted', images, act: resubmit(reply) }),
    remove: (images: ImageView[]) => mutateAsync({ participle: 'deleted', images, act: remove }),
    setAddress: (images: ImageView[], address: string) =>
      mutateAsync({ participle: 'updated', images, act: setAddress(address) }),
  };
}

export type BulkActions = ReturnType<typeof useBulkActions>;
