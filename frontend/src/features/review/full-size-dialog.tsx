import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { useRef, type KeyboardEvent, type TouchEvent } from 'react';
import { CrossIcon, NextIcon, PreviousIcon } from './icons';
import { Overlay } from './overlay';
import { altText } from './picture';
import { cardId } from './review-card';
import './full-size.css';

/** A finger that moved this far sideways meant the next image. */
const SWIPE_PX = 48;

interface FullSizeDialogProps {
  images: ReviewImageView[];
  image: ReviewImageView;
  onShow: (imageId: string) => void;
  onClose: () => void;
}

/** One image as large as the screen allows; arrows, keys and swipes lead to its neighbours. */
export function FullSizeDialog({ images, image, onShow, onClose }: FullSizeDialogProps) {
  const at = images.findIndex(({ id }) => id === image.id);
  const previous = images[at - 1];
  const next = images[at + 1];
  const swipe = useSwipe((side) => {
    const neighbour = side === 'left' ? next : previous;
    if (neighbour) onShow(neighbour.id);
  });
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft' && previous) onShow(previous.id);
    if (key === 'ArrowRight' && next) onShow(next.id);
  };
  return (
    <Overlay look="screen" labelledBy="full-size-title" onClose={onClose} returnTo={cardId(image.id)}>
      <div className="review-full" role="presentation" onKeyDown={onKeyDown} {...swipe}>
        <header>
          <p id="full-size-title" aria-live="polite">
            #{at + 1} <span>{image.title}</span>
          </p>
          <button type="button" data-autofocus className="review-round" aria-label="Close" onClick={onClose}>
            <CrossIcon size={24} />
          </button>
        </header>
        <img
          key={image.previewUrl}
          src={image.previewUrl}
          alt={altText(image, at + 1)}
          width={image.width}
          height={image.height}
          style={{ backgroundImage: `url("${image.thumbnailUrl}")` }}
        />
        <Step label="Previous image" to={previous} onShow={onShow} />
        <Step label="Next image" to={next} onShow={onShow} />
      </div>
    </Overlay>
  );
}

interface StepProps {
  label: 'Previous image' | 'Next image';
  to: ReviewImageView | undefined;
  onShow: (imageId: string) => void;
}

function Step({ label, to, onShow }: StepProps) {
  const back = label === 'Previous image';
  return (
    <button
      type="button"
      className={`review-round review-step-${back ? 'previous' : 'next'}`}
      aria-label={label}
      aria-disabled={!to}
      onClick={() => to && onShow(to.id)}
    >
      {back ? <PreviousIcon /> : <NextIcon />}
    </button>
  );
}

function useSwipe(onSwipe: (side: 'left' | 'right') => void) {
  const start = useRef<number | undefined>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      // Two fingers zoom.
      start.current = touches.length === 1 ? touches[0]?.clientX : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const moved = (changedTouches[0]?.clientX ?? 0) - (start.current ?? Number.NaN);
      start.current = undefined;
      if (Math.abs(moved) >= SWIPE_PX) onSwipe(moved < 0 ? 'left' : 'right');
    },
  };
}
