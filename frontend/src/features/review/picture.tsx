import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { useState } from 'react';

/** Longest sides of the two derivatives, in pixels. */
const THUMBNAIL_PX = 480;
const PREVIEW_PX = 1600;
/** Width of an image in its card: the whole screen of a phone, a column of the grid elsewhere. */
const SIZES = '(min-width: 1240px) 384px, (min-width: 700px) 46vw, calc(100vw - 32px)';

interface PictureProps {
  image: ReviewImageView;
  number: number;
}

/** An image in its card: the thumbnail, and then the preview where the screen is dense enough to show the difference. */
export function CardPicture({ image, number }: PictureProps) {
  const first = number === 1;
  const [loaded, setLoaded] = useState('');
  return (
    <img
      src={image.thumbnailUrl}
      srcSet={loaded === image.thumbnailUrl ? bothSizes(image) : undefined}
      sizes={SIZES}
      width={image.width}
      height={image.height}
      alt={altText(image, number)}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'sync' : 'async'}
      onLoad={() => setLoaded(image.thumbnailUrl)}
    />
  );
}

function bothSizes(image: ReviewImageView): string {
  const { thumbnailUrl, previewUrl } = image;
  return `${thumbnailUrl} ${widthWithin(image, THUMBNAIL_PX)}w, ${previewUrl} ${widthWithin(image, PREVIEW_PX)}w`;
}

/** What an image is called where it cannot be seen. */
export function altText({ title }: Pick<ReviewImageView, 'title'>, number: number): string {
  return title || `Photo ${number}`;
}

function widthWithin({ width, height }: ReviewImageView, longestSide: number): number {
  return Math.max(1, Math.round(width * Math.min(1, longestSide / Math.max(width, height))));
}
