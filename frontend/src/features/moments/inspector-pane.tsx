import { Activity, type ReactNode, type TouchEvent } from 'react';
import { Sheet } from '../../ui/dialog';
import { useIsMobile } from '../../lib/media';
import styles from './moment-page.module.css';

interface Props {
  /** Whether it stands beside the images, or over the page. */
  isBeside: boolean;
  open: boolean;
  /** Such as `3 of 10`. */
  title: string;
  onClose: () => void;
  /** Called when a finger sweeps over it to the side. */
  onSwipe: (delta: 1 | -1) => void;
  children: ReactNode;
}

/** The place of the inspector: beside the images, as a slide-over, and on a phone the whole screen. */
export function InspectorPane({ isBeside, open, title, onClose, onSwipe, children }: Props) {
  const isMobile = useIsMobile();
  if (isBeside) {
    return (
      // Drawn also while it is closed, when the browser has time, so that it opens at once.
      <Activity mode={open ? 'visible' : 'hidden'}>
        <aside aria-label="Inspector" className={styles['inspector']}>
          {children}
        </aside>
      </Activity>
    );
  }
  if (!open) return null;
  return (
    <Sheet title={title} width={isMobile ? '100vw' : 400} back="Back to the photos" isPane onClose={onClose}>
      <div data-page-keys className={styles['slideOver']} {...swipe(onSwipe)}>
        {children}
      </div>
    </Sheet>
  );
}

const SWIPE_PX = 64;

/** A sweep to the side; one that scrolls, or selects text in a field, is none. */
function swipe(onSwipe: (delta: 1 | -1) => void) {
  let start: { x: number; y: number } | null = null;
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const isInField = (target as Element).closest('input, textarea') !== null;
      start = touch && touches.length === 1 && !isInField ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || !start) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
      start = null;
    },
  };
}
