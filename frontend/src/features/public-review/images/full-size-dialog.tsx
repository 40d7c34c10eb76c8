import { useEffect, useRef, useState, type TouchEvent } from 'react';
import { useShortcuts, type ShortcutOptions } from '../../../lib/shortcuts';
import { useTranslator } from '../../../lib/texts/translator';
import { usePictureRetry } from '../../../lib/use-picture';
import { ToastSlot } from '../../../ui/toasts';
import { DecisionButtons } from '../shell/card';
import { useMayDecide } from '../shell/visit';
import { Icon } from '../shell/icon';
import { Overlay } from '../shell/overlay';
import type { FullViewProps } from '../shell/review';
import { useReviewShortcuts } from '../shell/review-shortcuts';
import { altText, ImageBadge } from './image-card';
import styles from './images.module.css';
import type { NumberedImage } from './numbered-image';

/** Minimum horizontal distance of a swipe. */
const SWIPE_PX = 48;

const ARROWS = {
  left: { label: '←', description: 'image.previous', keys: ['arrowleft'] },
  right: { label: '→', description: 'image.next', keys: ['arrowright'] },
};

/** One image over the whole screen, with its decision. Buttons, keys and swipes go to the previous and next image. */
export function FullSizeDialog(props: FullViewProps<NumberedImage>) {
  const { items: images, item: image, isCovered, onShow, onClose, ...decision } = props;
  const t = useTranslator();
  const touchedAt = useRef<number | undefined>(undefined);
  const view = useRef<HTMLDivElement>(null);
  const [firstId] = useState(image.id);
  const { isBroken, attempt, ...load } = usePictureRetry(image.previewUrl);
  const at = images.findIndex(({ id }) => id === image.id);
  const show = (by: -1 | 1) => () => {
    const neighbour = images[at + by];
    if (neighbour) onShow(neighbour.id);
  };
  const [previous, next] = [show(-1), show(1)];
  const isRightToLeft = t.direction === 'rtl';
  const mayDecide = useMayDecide();
  const decide = (action: () => void, waits: boolean) => () => {
    if (mayDecide && image.status === 'pending' && !waits) action();
  };
  const approve = decide(decision.onApprove, decision.approving);
  const reject = decide(decision.onReject, decision.rejecting);
  const [left, right] = isRightToLeft ? [next, previous] : [previous, next];
  const options: ShortcutOptions = { isActive: !isCovered, scope: 'dialog' };
  useReviewShortcuts({ previous, next, approve, reject }, options);
  useShortcuts(ARROWS, { left, right }, options);
  // A decision removes the focused button: the focus must stay in the dialog.
  useEffect(() => {
    if (!isCovered && document.activeElement === document.body) view.current?.focus();
  });
  const onTouchStart = ({ touches }: TouchEvent) => {
    // Two fingers zoom instead.
    touchedAt.current = touches.length === 1 ? touches[0]?.clientX : undefined;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const moved = (changedTouches[0]?.clientX ?? 0) - (touchedAt.current ?? Number.NaN);
    touchedAt.current = undefined;
    if (Math.abs(moved) >= SWIPE_PX) (moved > 0 === isRightToLeft ? next : previous)();
  };
  return (
    <Overlay
      variant="screen"
      labelledBy="full-size-title"
      item={image}
      isOpenerLeaving={image.id !== firstId}
      onClose={onClose}
    >
      <div
        ref={view}
        className={`stack ${styles.fullSize}`}
        data-dialog-keys
        role="presentation"
        tabIndex={-1}
        onTouchStart={onTouchStart}
        onTouchEnd={onTouchEnd}
      >
        <header className="row gap-12">
          <p className="clamp fill anywhere" id="full-size-title" aria-live="polite">
            #{image.number} <bdi>{image.title}</bdi>
          </p>
          <ImageBadge {...image} />
          <button
            type="button"
            className={`centered no-shrink disc ${styles.round}`}
            data-autofocus
            aria-label={t.text('close')}
            onClick={onClose}
          >
            <Icon name="cross" size={24} />
          </button>
        </header>
        {isBroken && <div className={styles.missing}>{t.text('image.unavailable')}</div>}
        <img
          key={`${image.previewUrl} ${attempt}`}
          src={image.previewUrl}
          alt={altText(t, image)}
          width={image.width}
          height={image.height}
          style={{ backgroundImage: `url("${image.thumbnailUrl}")`, display: isBroken ? 'none' : undefined }}
          {...load}
        />
        <ToastSlot place="above" />
        <footer className="row gap-8">
          <button
            type="button"
            className={`centered no-shrink disc ${styles.round} ${styles.previous}`}
            aria-label={t.text('image.previous')}
            aria-disabled={at === 0}
            onClick={previous}
          >
            <Icon name="previous" size={24} />
          </button>
          {image.status === 'pending' && <DecisionButtons {...decision} />}
          <button
            type="button"
            className={`centered no-shrink disc ${styles.round} ${styles.next}`}
            aria-label={t.text('image.next')}
            aria-disabled={at === images.length - 1}
            onClick={next}
          >
            <Icon name="next" size={24} />
          </button>
        </footer>
      </div>
    </Overlay>
  );
}
