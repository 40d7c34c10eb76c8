import type { ImageView } from '@gmb-moments/backend/contract/images';
import { Button, Typography } from 'antd';
import { useRef, useState, type DragEvent, type MouseEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/dialog';
import { directionOf, useShortcuts } from '../../../lib/shortcuts';
import { KEYS } from '../moment-keys';
import { usePage, useView } from '../use-page';
import { StepButtons } from '../step-buttons';
import { returnToTile } from './focus-tile';
import { largestUrl } from '../../../records/images';
import styles from './image-preview.module.css';
import { Picture } from './image-picture';

/** The image as large as the window allows, or in its own size, with its caption. Mount it to open it. */
export function ImagePreview({ image }: { image: ImageView }) {
  const { move, closeDialog } = usePage();
  const { at, shown } = useView();
  const { area, isZoomed, toggle, pan } = useZoom(image.id);
  useShortcuts(
    KEYS,
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
        <Button aria-keyshortcuts={KEYS.zoom.label} aria-pressed={isZoomed} onClick={() => toggle()}>
          {isZoomed ? 'Fit' : '100 %'}
        </Button>
      </div>
      <div ref={area} className={`grid fill sunken ${styles['area']}`} data-zoomed={isZoomed || undefined} {...pan}>
        <Picture
          key={image.id}
          image={image}
          // The preview is shown until the original is loaded.
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

/** A picture in an area that it fits in, or in its own size, in which it is dragged. Another picture fits at first. */
function useZoom(of: string) {
  const area = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState<string | null>(null);
  const last = useRef<{ x: number; y: number } | null>(null);
  const isDrag = useRef(false);
  const isZoomed = zoomed === of;

  /** Changes the size; the point of the picture that was clicked, else its middle, is shown in the middle. */
  function toggle(click?: MouseEvent) {
    const box = area.current?.querySelector('img')?.getBoundingClientRect();
    const at = (position: number, start: number, size: number) => (size > 0 ? (position - start) / size : 0.5);
    const [x, y] =
      click && box ? [at(click.clientX, box.left, box.width), at(click.clientY, box.top, box.height)] : [0.5, 0.5];
    flushSync(() => setZoomed(isZoomed ? null : of));
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
        // Fingers scroll by themselves.
        if (isZoomed && pointerType === 'mouse') last.current = { x: clientX, y: clientY };
      },
      onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
        const from = last.current;
        if (!from || !area.current || buttons === 0) return;
        isDrag.current ||= Math.abs(clientX - from.x) + Math.abs(clientY - from.y) > 3;
        if (!isDrag.current) return;
        area.current.scrollBy(from.x - clientX, from.y - clientY);
        last.current = { x: clientX, y: clientY };
      },
      onPointerUp: () => (last.current = null),
      // The picture itself is not dragged away.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  };
}
