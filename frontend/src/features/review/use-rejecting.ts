import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { useEffect, useRef, useState } from 'react';

/** Spec 9, "Reject dialog opening delay". */
const OPENING_DELAY_MS = 200;

/** Which image the reject dialog is about. It opens a moment after the click. */
export function useRejecting(images: ReviewImageView[]) {
  const [target, setTarget] = useState<{ id: string; version: number }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    /** As it stands now; nothing when no dialog is open, or the image was deleted. */
    image: images.find(({ id }) => id === target?.id),
    openedVersion: target?.version ?? 0,
    open: ({ id, version }: ReviewImageView) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setTarget({ id, version }), OPENING_DELAY_MS);
    },
    close: () => setTarget(undefined),
    /** Closes the dialog if it is still about this image. */
    closeFor: (imageId: string) => setTarget((now) => (now?.id === imageId ? undefined : now)),
  };
}
