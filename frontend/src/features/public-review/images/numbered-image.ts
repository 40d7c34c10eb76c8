import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { looksSame } from '../../../records/images';
import type { ReviewItem } from '../shell/review-item';

/** An image as the page shows it, with its number there. */
export type NumberedImage = ReviewImageView & ReviewItem & { number: number };

/** The images in their order. The feedback of one that came back since it was rejected is that of the rejection. */
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
