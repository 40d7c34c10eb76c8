import { useEffect, useEffectEvent } from 'react';
import { useBackToClose } from '../../lib/back-to-close';

/** Escape and Back close what this is used in. */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useBackToClose(true, onClose);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
