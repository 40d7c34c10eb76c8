import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

/** A picture as far as it can be shown. */
interface ShownPicture {
  /** Its last attempt failed: the picture is to be hidden, and words stand in its place. */
  isBroken: boolean;
  /** Key of the `img`: a new one makes the browser load it again. */
  attempt: number;
  /** For the `img`. One that is hidden must not be lazy, or it would not be loaded. */
  onError: () => void;
  onLoad: () => void;
}

/** Loads a picture again, after growing pauses, while it cannot be loaded: a storage that was unavailable comes back. */
export function usePictureRetry(src: string): ShownPicture {
  const [last, setLast] = useState({ src, attempt: 0, failures: 0 });
  const { attempt, failures } = last.src === src ? last : { attempt: 0, failures: 0 };
  const isDue = failures > 0 && attempt < failures;
  useEffect(() => {
    if (!isDue) return undefined;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    const timer = setTimeout(() => setLast({ src, failures, attempt: failures }), pauseMs);
    return () => clearTimeout(timer);
  }, [isDue, src, failures]);
  return {
    isBroken: failures > 0,
    attempt,
    onError: () => setLast({ src, attempt, failures: attempt + 1 }),
    onLoad: () => failures > 0 && setLast({ src, attempt, failures: 0 }),
  };
}

interface PictureEvents {
  onLoad?: () => void;
  onError: () => void;
}

/** Reports a picture of a page that the server drew, if it was loaded, or could not be, before this code was there. */
export function useEarlyPictureEvents(picture: RefObject<HTMLImageElement | null>, events: PictureEvents): void {
  const report = useEffectEvent(({ complete, naturalWidth }: HTMLImageElement) => {
    if (!complete) return;
    if (naturalWidth > 0) events.onLoad?.();
    else events.onError();
  });
  useEffect(() => {
    if (picture.current) report(picture.current);
  }, [picture]);
}
