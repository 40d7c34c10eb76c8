import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

/** The loading state of a picture. */
interface ShownPicture {
  /** Whether the last attempt failed: hide the `img` and show a text instead. */
  isBroken: boolean;
  /** Key of the `img`: a new key makes the browser load it again. */
  attempt: number;
  /** Props of the `img`. While it is hidden, it must not be lazy, or browsers would not load it. */
  onError: () => void;
  onLoad: () => void;
}

/**
 * Retries a picture that could not be loaded, after pauses of 2 to 30 seconds: the storage may have been unavailable.
 */
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

/** Calls the handlers for a server-rendered picture that was loaded, or failed, before hydration. */
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
