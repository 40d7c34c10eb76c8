import { Activity, useDeferredValue, type ReactNode, type TouchEvent } from 'react';
import { Sheet } from '../../ui/dialog';
import { useIsMobile } from '../../lib/media-queries';
import { ImageInspector } from './images/image-inspector';
import styles from './moment-page.module.css';
import { useImages, usePage, usePageState, usePane, useView } from './use-page';

/** The pane for inspector and sharing: beside the images, as a sheet over them, or the whole screen on a phone. */
export function InspectorPane({ sharing }: { sharing: ReactNode }) {
  const { move, setInspector, setSharing } = usePage();
  const { at, shown } = useView();
  const { hasRoomBeside, isInspecting, isSharing } = usePane();
  const inspector = useInspector();
  const isMobile = useIsMobile();
  // `Activity` renders the closed inspector when the browser is idle, so that it opens at once.
  if (hasRoomBeside) {
    const pane = `no-shrink surface-2 ${styles['inspector']}`;
    return (
      <>
        {isSharing && (
          <aside aria-label="Sharing" className={pane}>
            {sharing}
          </aside>
        )}
        <Activity mode={isInspecting ? 'visible' : 'hidden'}>
          <aside aria-label="Inspector" className={pane}>
            {inspector}
          </aside>
        </Activity>
      </>
    );
  }
  const sheet = { width: isMobile ? '100vw' : 400, back: 'Back to the photos', isPane: true };
  const pane = `column surface-2 ${styles['slideOver']}`;
  return (
    <>
      {isSharing && (
        <Sheet {...sheet} title="Sharing" onClose={() => setSharing(false)}>
          <div className={pane}>{sharing}</div>
        </Sheet>
      )}
      <Activity mode={isInspecting ? 'visible' : 'hidden'}>
        <Sheet {...sheet} title={`${at + 1} of ${shown.length}`} onClose={() => setInspector(false)}>
          {/* With `data-page-keys`, the shortcuts of the page work here too: see `useShortcuts`. */}
          <div className={pane} data-page-keys="" {...swipe(move)}>
            {inspector}
          </div>
        </Sheet>
      </Activity>
    </>
  );
}

/**
 * The inspector of the selected image. It follows the selection with low priority, so that the rest of the page
 * responds first.
 */
function useInspector() {
  const images = useImages();
  const { selected } = useView();
  const id = useDeferredValue(selected?.id);
  const image = images.find((one) => one.id === id) ?? selected;
  const drafts = usePageState((state) => (image ? state.drafts[image.id] : undefined));
  return image && <ImageInspector image={image} number={images.indexOf(image) + 1} drafts={drafts} />;
}

const SWIPE_PX = 64;

/**
 * Touch handlers for a horizontal swipe outside of text fields.
 * @param onSwipe called with 1 for a swipe to the left
 */
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
