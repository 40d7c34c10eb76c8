import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Button, Typography } from 'antd';
import { useRef, useState, type DragEvent, type MouseEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/dialog';
import { directionOf, useShortcuts } from '../../../lib/shortcuts';
import { MOMENT_SHORTCUTS } from '../moment-shortcuts';
import { usePage, useView } from '../use-page';
import { StepButtons } from '../step-buttons';
import { returnToTile } from './focus-tile';
import { largestUrl } from '../../../records/images';
import styles from './image-preview.module.css';
import { Picture } from './image-picture';

/** The selected image over the whole window, fitted or at 100 %, with its caption. Mount it to open it. */
export function ImagePreview({ image }: { image: ImageView }) {
  const { move, closeDialog } = usePage();
  const { at, shown } = useView();
  const { area, isZoomed, toggle, pan } = useZoom(image.id);
  useShortcuts(
    MOMENT_SHORTCUTS,
    { previewStep: (_event, key) => move(directionOf(key)), zoom: () => toggle() },
    { scope: 'dialog' },
  );
  const name = image.title || image.fileName;
  return (
    <Dialog
      onClose={closeDialog}
      focusAfter={returnToTile}
      className={styles['dialog']}
      width="100vw"
      title={<span className="clip block">{name}</span>}
    >
      <div data-dialog-keys className={`row wrap gap-4-8 ${styles['bar']}`}>
        <StepButtons />
        <span className="muted numbers">{`${at + 1} of ${shown.length}`}</span>
        <Button aria-keyshortcuts={MOMENT_SHORTCUTS.zoom.label} aria-pressed={isZoomed} onClick={() => toggle()}>
          {isZoomed ? 'Fit' : '100 %'}
        </Button>
      </div>
      <div ref={area} className={`grid fill sunken ${styles['area']}`} data-zoomed={isZoomed || undefined} {...pan}>
        <Picture
          key={image.id}
          image={image}
          // The larger file is only needed at 100 %.
          src={isZoomed ? largestUrl(image) : image.previewUrl}
          className={`wide ${styles['photo']}`}
          style={isZoomed ? { width: image.width, height: image.height } : undefined}
        />
      </div>
      <div className={styles['caption']}>
        <p dir="auto">{image.description}</p>
        <Typography.Link href={largestUrl(image)} target="_blank" rel="noreferrer">
          Open original ({image.width} × {image.height})
        </Typography.Link>
      </div>
    </Dialog>
  );
}

/** Zoom between fitted and 100 %, where the picture is panned by dragging. Another image starts fitted. */
function useZoom(imageId: string) {
  const area = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState<string | null>(null);
  const lastPoint = useRef<{ x: number; y: number } | null>(null);
  const isDrag = useRef(false);
  const isZoomed = zoomed === imageId;

  /** Toggles the zoom, and centres the clicked point of the picture, or its middle without a click. */
  function toggle(click?: MouseEvent) {
    const box = area.current?.querySelector('img')?.getBoundingClientRect();
    const at = (position: number, start: number, size: number) => (size > 0 ? (position - start) / size : 0.5);
    const [x, y] =
      click && box ? [at(click.clientX, box.left, box.width), at(click.clientY, box.top, box.height)] : [0.5, 0.5];
    flushSync(() => setZoomed(isZoomed ? null : imageId));
    const { current } = area;
    if (!current) return;
    current.scrollLeft = x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = y * current.scrollHeight - current.clientHeight / 2;
  }

  return {
    area,
    isZoomed,
    toggle,
    pan: {
      onClick: (event: MouseEvent) => {
        if (!isDrag.current) toggle(event);
      },
      onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
        isDrag.current = false;
        // Touch scrolls natively.
        if (isZoomed && pointerType === 'mouse') lastPoint.current = { x: clientX, y: clientY };
      },
      onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
        const from = lastPoint.current;
        if (!from || !area.current || buttons === 0) return;
        isDrag.current ||= Math.abs(clientX - from.x) + Math.abs(clientY - from.y) > 3;
        if (!isDrag.current) return;
        area.current.scrollBy(from.x - clientX, from.y - clientY);
        lastPoint.current = { x: clientX, y: clientY };
      },
      onPointerUp: () => (lastPoint.current = null),
      // Prevents the browser's own dragging of pictures.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  };
}
