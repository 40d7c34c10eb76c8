import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { looksSame } from '../../../records/images';
import type { ReviewItem } from '../shell/review-item';

/** An image as an item of the review page. `number` is its position on the page, from 1. */
export type NumberedImage = ReviewImageView & ReviewItem & { number: number };

/** The images as items of the review page. A resubmitted image keeps the feedback of its rejection. */
export function numberImages(images: ReviewImageView[]): NumberedImage[] {
  return images.map((image, index) => ({
    ...image,
    number: index + 1,
    name: `#${index + 1}`,
    feedback: image.feedback || (image.earlier?.feedback ?? ''),
    resubmitted: resubmittedAs(image),
    isReady: true,
  }));
}

function resubmittedAs(image: ReviewImageView): NumberedImage['resubmitted'] {
  const { status, earlier } = image;
  if (status !== 'pending' || !earlier) return null;
  return looksSame(earlier, image) ? 'answered' : 'changed';
}
