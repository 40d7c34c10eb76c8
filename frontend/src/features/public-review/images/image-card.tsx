import { SHOWN_TEXTS, type ImageTexts, type ShownText } from '@gmb-moments/backend/contract/image-fields';
import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { Fragment, useRef, useState } from 'react';
import { chunkQuery } from '../../../lib/chunk';
import { useTranslator, type Translator } from '../../../lib/texts/translator';
import { useEarlyPictureEvents, usePictureRetry } from '../../../lib/use-picture';
import { Card, Reply, Feedback, ResubmittedBadge, StatusBadge, type DecisionProps } from '../shell/card';
import card from '../shell/card.module.css';
import { SkeletonLine } from '../shell/review-states';
import { ChangesDisclosure } from '../shell/changes-disclosure';
import shell from '../shell/shell.module.css';
import styles from './images.module.css';
import type { NumberedImage } from './numbered-image';

/** Longest side of the two files of an image, in pixels. */
const THUMBNAIL_PX = 480;
const PREVIEW_PX = 1600;
/** The attribute `sizes`: the full width of a phone, a column of the grid elsewhere. */
const SIZES = '(min-width: 1240px) 384px, (min-width: 700px) 46vw, calc(100vw - 32px)';

const comparisonQuery = chunkQuery(
  'compared-image',
  async () => (await import('../../../ui/comparison/compared-image')).ComparedImage,
);

interface ImageCardProps extends DecisionProps {
  image: NumberedImage;
  /** Whether it is the first image of the page, which is loaded with priority. */
  isFirst: boolean;
  onOpen: () => void;
}

/** The `alt` text of an image. */
export function altText(t: Translator, { title, number }: Pick<NumberedImage, 'title' | 'number'>): string {
  return title || t.text('image.photo', { n: number });
}

/** The card of an image: picture, caption, and the buttons that decide on it. */
export function ImageCard({ image, isFirst, onOpen, ...decision }: ImageCardProps) {
  const { number, feedback, earlier, resubmitted } = image;
  const t = useTranslator();
  const name = altText(t, image);
  return (
    <Card
      item={image}
      label={{ 'aria-label': t.text('image.label', { n: number, name }) }}
      className={styles.card}
      {...decision}
    >
      <div className={`relative sunken ${styles.frame}`}>
        <button
          type="button"
          className={`block wide ${styles.picture}`}
          onClick={onOpen}
          aria-label={t.text('image.fullSize', { name })}
        >
          <CardPicture image={image} alt={name} isFirst={isFirst} />
        </button>
        <span className={`small numbers ${styles.number}`}>#{number}</span>
        <ImageBadge {...image} />
      </div>
      <div className={`grid fill gap-12 ${styles.caption}`}>
        <ImageCaption texts={image} />
        {feedback ? <Feedback item={image} /> : image.reply && <Reply text={image.reply} />}
        {earlier && resubmitted === 'changed' && (
          <ChangesDisclosure comparison={comparisonQuery}>
            {(Comparison) => <Comparison before={earlier} now={image} />}
          </ChangesDisclosure>
        )}
      </div>
    </Card>
  );
}

/** The texts of an image with their labels. */
export function ImageCaption({ texts }: { texts: Pick<ImageTexts, ShownText> }) {
  const t = useTranslator();
  return (
    <dl>
      {SHOWN_TEXTS.map((text) => (
        <Fragment key={text}>
          <dt className="muted">{t.text(`image.${text}`)}</dt>
          <dd className="muted anywhere pre-line" dir="auto">
            {texts[text] || '—'}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The decision on an image; for a pending one, whether it was resubmitted. */
export function ImageBadge({ status, resubmitted }: Pick<NumberedImage, 'status' | 'resubmitted'>) {
  const t = useTranslator();
  if (status !== 'pending') return <StatusBadge status={status} label={t.text(`status.${status}`)} />;
  return <ResubmittedBadge resubmitted={resubmitted} />;
}

/** Placeholders for the cards while the images load. */
export function ImageCardSkeletons() {
  return (
    <div className={`stack gap-20 ${styles.grid}`}>
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className={`${card.card} ${styles.card}`}>
          <div className={`${shell.skeleton} relative sunken ${styles.frame} ${styles.loading}`} />
          <div className={`grid fill gap-12 ${styles.caption}`}>
            <SkeletonLine width="55%" />
            <SkeletonLine />
            <SkeletonLine width="80%" />
          </div>
        </div>
      ))}
    </div>
  );
}

interface CardPictureProps {
  image: ReviewImageView;
  alt: string;
  isFirst: boolean;
}

/** The picture in a card: first the thumbnail, then the larger preview if the screen's pixel density needs it. */
function CardPicture({ image, alt, isFirst }: CardPictureProps) {
  const t = useTranslator();
  const { thumbnailUrl, previewUrl, width, height } = image;
  const [loaded, setLoaded] = useState('');
  const { isBroken, attempt, onError, onLoad } = usePictureRetry(thumbnailUrl);
  const picture = useRef<HTMLImageElement>(null);
  const onThumbnail = () => {
    setLoaded(thumbnailUrl);
    onLoad();
  };
  useEarlyPictureEvents(picture, { onLoad: onThumbnail, onError });
  const bothSizes = `${thumbnailUrl} ${widthWithin(image, THUMBNAIL_PX)}w, ${previewUrl} ${widthWithin(image, PREVIEW_PX)}w`;
  return (
    <>
      {isBroken && <span className={`centered muted ${styles.missing}`}>{t.text('image.unavailable')}</span>}
      <img
        key={attempt}
        ref={picture}
        src={thumbnailUrl}
        srcSet={loaded === thumbnailUrl && !isBroken ? bothSizes : undefined}
        sizes={SIZES}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst || isBroken ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding={isFirst ? 'sync' : 'async'}
        style={isBroken ? { display: 'none' } : undefined}
        onError={onError}
        onLoad={onThumbnail}
      />
    </>
  );
}

function widthWithin({ width, height }: ReviewImageView, longestSide: number): number {
  return Math.max(1, Math.round(width * Math.min(1, longestSide / Math.max(width, height))));
}
