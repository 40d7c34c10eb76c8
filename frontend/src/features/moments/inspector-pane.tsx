import { Activity, type TouchEvent } from 'react';
import { Sheet } from '../../ui/dialog';
import { SlotContent } from '../../ui/slot';
import { useIsMobile } from '../../lib/media';
import { MomentSharing } from './moment-sharing';
import { usePageState, usePageTools } from './page-state';
import styles from './moment-page.module.css';

/** The place of the inspector, and of sharing: beside the images, as a slide-over, and on a phone the whole screen. */
export function InspectorPane() {
  const { inspectorSlot } = usePageTools();
  const { workbench } = usePageState();
  const { positionText, move } = workbench;
  const { hasRoomBeside, isInspecting, isSharing, closeInspector, closeSharing } = workbench.pane;
  const isMobile = useIsMobile();
  if (hasRoomBeside) {
    const pane = `rigid surface-2 ${styles['inspector']}`;
    return (
      <>
        {isSharing && (
          <aside aria-label="Sharing" className={pane}>
            <MomentSharing onClose={closeSharing} />
          </aside>
        )}
        {/* Drawn also while it is closed, when the browser has time, so that it opens at once. */}
        <Activity mode={isInspecting ? 'visible' : 'hidden'}>
          <aside aria-label="Inspector" className={pane}>
            <SlotContent slot={inspectorSlot} />
          </aside>
        </Activity>
      </>
    );
  }
  if (!isSharing && !isInspecting) return null;
  const pane = isSharing
    ? { title: 'Sharing', onClose: closeSharing }
    : { title: positionText, onClose: closeInspector };
  // With `data-page-keys`, the keys of the page act here too: see `useKeys`.
  const keys = isSharing ? {} : { 'data-page-keys': '', ...swipe(move) };
  return (
    <Sheet {...pane} width={isMobile ? '100vw' : 400} back="Back to the photos" isPane>
      <div className={`column surface-2 ${styles['slideOver']}`} {...keys}>
        {isSharing ? <MomentSharing /> : <SlotContent slot={inspectorSlot} />}
      </div>
    </Sheet>
  );
}

const SWIPE_PX = 64;

/** Calls back for a horizontal swipe, not for scrolling or for selecting text in a field. */
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
