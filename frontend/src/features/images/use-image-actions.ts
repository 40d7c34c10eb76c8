import { useMutation } from '@tanstack/react-query';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import { useState } from 'react';
import { isEditedMeanwhile } from '../../components/edited-row';
import { reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { sortFiles } from './chosen-files';
import { useImageCache } from './image-cache';
import { deleteImage, replaceImage, resubmitImage, undoResubmit, updateImage, type ImageChanges } from './images.api';

/** The revision that was seen of what is edited. */
interface Seen {
  revision: number | undefined;
}

/**
 * What staff do to one image, with the toasts of spec 8.
 * @param onResubmit is given the image as it is before it is resubmitted
 */
export function useImageActions(image: ImageView, onResubmit: (image: ImageView) => void) {
  const cache = useImageCache(image.momentId);
  const replacement = useReplacement(image);
  const refused = async (error: Error) => {
    toast.error('Error', 'Failed to update caption');
    // Whoever was faster is to be seen, also when the live event of it has not arrived.
    if (isEditedMeanwhile(error)) await cache.refresh();
  };
  const update = useMutation({
    mutationFn: ({ revision, ...changes }: ImageChanges & Seen) =>
      updateImage(image.id, { ...changes, captionRevision: revision }),
    onSuccess: (changed) => {
      cache.put(changed);
      toast.success('Updated');
    },
    onError: refused,
  });
  const saveAddress = useMutation({
    mutationFn: ({ revision, address }: { address: string } & Seen) =>
      updateImage(image.id, { address, addressRevision: revision }),
    onSuccess: (changed) => {
      cache.put(changed);
      toast.success('Updated', 'Address saved');
    },
    onError: refused,
  });
  const resubmit = useMutation({
    mutationFn: () => resubmitImage(image.id),
    onMutate: () => onResubmit(image),
    onSuccess: (changed) => {
      cache.put(changed);
      toast.success('Resubmitted', 'Image status changed back to pending approval');
    },
    onError: () => toast.error('Error', 'Failed to resubmit image'),
  });
  const undo = useMutation({
    mutationFn: () => undoResubmit(image.id),
    onSuccess: (changed) => {
      cache.put(changed);
      toast.success('Undone', 'The image is rejected again');
    },
    onError: () => toast.error('Error', 'Failed to undo the resubmission'),
  });
  const remove = useMutation({
    mutationFn: () => deleteImage(image.id),
    onSuccess: () => {
      cache.drop(image.id);
      toast.success('Deleted');
    },
    onError: () => toast.error('Error', 'Failed to delete image'),
  });
  // Who was faster is told at the address itself.
  const failed = [replacement, saveAddress, resubmit, undo, remove].find(
    ({ error }) => error && !isEditedMeanwhile(error),
  );
  return {
    update,
    saveAddress,
    resubmit,
    undoResubmit: undo,
    remove,
    replacement,
    /** Why the last action failed, beyond what the toast says; `''` when none did. */
    problem: failed ? reasonOf(failed.error) : replacement.complaint,
  };
}

/** Replacing the file: refused here when it is too large or no picture, otherwise sent with its progress. */
function useReplacement(image: ImageView) {
  const cache = useImageCache(image.momentId);
  const [percent, setPercent] = useState(0);
  const [complaint, setComplaint] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      setPercent(0);
      return replaceImage(image.id, file, {
        onProgress: (sent) => setPercent(Math.min(100, Math.floor((sent / Math.max(file.size, 1)) * 100))),
      });
    },
    onSuccess: (changed) => {
      cache.put(changed);
      toast.success('Success', 'Image replaced');
    },
    onError: () => toast.error('Error', 'Failed to replace image'),
  });
  const replace = (file: File) => {
    const { accepted, complaints } = sortFiles([file], 1);
    setComplaint(complaints.join(' '));
    if (accepted[0]) mutate(accepted[0]);
  };
  return { replace, isPending, percent, error, complaint };
}

export type ImageActions = ReturnType<typeof useImageActions>;
