import type { IgnoreFindingBody, ImageView } from '@gmb-moments/backend/contract/images';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../../lib/http';
import { useToastMutation } from '../../../lib/toast-mutation';
import { momentQuery } from '../../../records/moments';
import { sortFiles } from './chosen-files';
import {
  deleteImage,
  ignoreFinding,
  imagesQuery,
  replaceImage,
  resubmitImage,
  undoResubmit,
} from '../../../records/images';

interface ResubmitCallbacks {
  /** Called with the image as it is before it is resubmitted. */
  onResubmit: (image: ImageView) => void;
  onResubmitted: (imageId: string) => void;
}

/** What staff do to one image, each with a toast that says how it went. */
export function useImageActions(image: ImageView, { onResubmit, onResubmitted }: ResubmitCallbacks) {
  const cache = useImageCache(image.momentId);
  const replacement = useReplacement(image);
  const resubmit = useToastMutation({
    mutationFn: (reply: string) => resubmitImage(image.id, reply),
    onMutate: () => onResubmit(image),
    success: ['Resubmitted', 'Image status changed back to pending approval'],
    failure: 'Failed to resubmit image',
    onSuccess: (resubmitted) => {
      cache.put(resubmitted);
      onResubmitted(image.id);
    },
  });
  const undo = useToastMutation({
    mutationFn: () => undoResubmit(image.id),
    success: ['Undone', 'The image is rejected again'],
    failure: 'Failed to undo the resubmission',
    onSuccess: cache.put,
  });
  const remove = useToastMutation({
    mutationFn: () => deleteImage(image.id),
    success: ['Deleted'],
    failure: 'Failed to delete image',
    onSuccess: () => cache.drop(image.id),
  });
  const ignore = useToastMutation({
    mutationFn: ({ kind, isIgnored }: IgnoreFindingBody) => ignoreFinding(image.id, { kind, isIgnored }),
    failure: 'Failed to change the warning',
    onSuccess: cache.put,
  });
  // Fields show their own failures; a warning that could not be changed has its toast alone.
  const failed = [replacement, resubmit, undo, remove].find(({ error }) => error);
  return {
    resubmit,
    undoResubmit: undo,
    remove,
    ignore,
    replacement,
    /** Why the last action failed, in addition to its toast; `''` when none did. */
    problem: failed ? reasonOf(failed.error) : replacement.refusal,
  };
}

export type ImageActions = ReturnType<typeof useImageActions>;

/** Replaces the file: refused here when it is too large or no picture, otherwise sent with its progress. */
function useReplacement(image: ImageView) {
  const cache = useImageCache(image.momentId);
  const [percent, setPercent] = useState(0);
  const [refusal, setRefusal] = useState('');
  const { mutate, isPending, error } = useToastMutation({
    mutationFn: (file: File) => {
      setPercent(0);
      return replaceImage(image.id, file, {
        onProgress: (sent) => setPercent(Math.min(100, Math.floor((sent / Math.max(file.size, 1)) * 100))),
      });
    },
    success: ['Success', 'Image replaced'],
    failure: 'Failed to replace image',
    onSuccess: cache.put,
  });
  const replace = (file: File) => {
    const { accepted, refusals } = sortFiles([file], 1);
    setRefusal(refusals.join(' '));
    if (accepted[0]) mutate(accepted[0]);
  };
  return { replace, isPending, percent, error, refusal };
}

/** Puts the answer into the list, and refetches the moment, whose status may have changed. */
export function useImageCache(momentId: string) {
  const queryClient = useQueryClient();
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

// A live event may have arrived before the answer.
function newer(old: ImageView, image: ImageView): ImageView {
  const counters = ['version', 'captionRevision', 'addressRevision'] as const;
  return counters.some((counter) => old[counter] > image[counter]) ? old : image;
}
