import type { IgnoreFindingBody, ImageView } from '@gmb-moments/backend/contract/images';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../../lib/http';
import { useToastMutation } from '../../../lib/toast-mutation';
import {
  deleteImage,
  ignoreFinding,
  isUnanswered,
  replaceImage,
  resubmitImage,
  undoResubmit,
} from '../../../records/images';
import { usePage } from '../use-page';
import { checkFiles } from './chosen-files';
import { imageCache } from './image-cache';

export function useImageCache() {
  return imageCache(useQueryClient(), usePage().momentId);
}

/** Mutation callbacks that store why an action on an image failed, so that the inspector shows it after the toast. */
function useReport(imageId: string) {
  const { setProblem } = usePage();
  return {
    onMutate: () => setProblem(imageId, ''),
    onError: (error: Error) => setProblem(imageId, reasonOf(error)),
  };
}

export type Resubmission = ReturnType<typeof useResubmission>;

export function useResubmission(image: ImageView) {
  const page = usePage();
  const cache = useImageCache();
  const report = useReport(image.id);
  const mutationKey = ['resubmit', image.id];
  const { mutate } = useToastMutation({
    ...report,
    mutationKey,
    mutationFn: (reply: string) => resubmitImage(image.id, reply),
    onMutate: () => {
      report.onMutate();
      page.rememberRejected(image);
    },
    success: ['Resubmitted', 'Image status changed back to pending approval'],
    failure: 'Failed to resubmit image',
    onSuccess: (resubmitted) => {
      cache.put(resubmitted);
      page.afterResubmission(image.id);
    },
  });
  return {
    isPending: useIsMutating({ mutationKey }) > 0,
    /** Resubmits the image. @param reply the answer to the client; `''` for none */
    send: (reply: string) => mutate(reply),
    /** Resubmits the image; opens a dialog for an answer first if nothing was changed. */
    begin: () => {
      const isUnsaved = page.unsaved().some(({ imageId }) => imageId === image.id);
      if (isUnanswered(image) && !isUnsaved) page.openDialog(image.id, 'resubmit');
      else mutate('');
    },
  };
}

/** Undoes a resubmission: the image is rejected again. */
export function useUndoResubmit({ id }: ImageView) {
  const cache = useImageCache();
  return useToastMutation({
    ...useReport(id),
    mutationFn: () => undoResubmit(id),
    success: ['Undone', 'The image is rejected again'],
    failure: 'Failed to undo the resubmission',
    onSuccess: cache.put,
  });
}

export function useRemoveImage({ id }: ImageView) {
  const cache = useImageCache();
  return useToastMutation({
    ...useReport(id),
    mutationFn: () => deleteImage(id),
    success: ['Deleted'],
    failure: 'Failed to delete image',
    onSuccess: () => cache.drop(id),
  });
}

/** Ignores a warning, or stops ignoring it. A failure is only shown in a toast. */
export function useIgnoreFinding({ id }: ImageView) {
  const cache = useImageCache();
  return useToastMutation({
    mutationFn: ({ kind, isIgnored }: IgnoreFindingBody) => ignoreFinding(id, { kind, isIgnored }),
    failure: 'Failed to change the warning',
    onSuccess: cache.put,
  });
}

/**
 * Returns a function that replaces an image's file, with progress. Files that are too large or no pictures are not
 * sent.
 */
export function useReplacement({ id }: ImageView): (file: File) => void {
  const { setProblem, setReplacing } = usePage();
  const cache = useImageCache();
  const { mutate } = useToastMutation({
    ...useReport(id),
    mutationFn: (file: File) => {
      setReplacing(id, 0);
      return replaceImage(id, file, {
        onProgress: (sent) => setReplacing(id, Math.min(100, Math.floor((sent / Math.max(file.size, 1)) * 100))),
      });
    },
    success: ['Success', 'Image replaced'],
    failure: 'Failed to replace image',
    onSuccess: cache.put,
    onSettled: () => setReplacing(id, undefined),
  });
  return (file) => {
    const { accepted, refusals } = checkFiles([file], 1);
    setProblem(id, refusals.join(' '));
    if (accepted[0]) mutate(accepted[0]);
  };
}
