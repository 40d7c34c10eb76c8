import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { looksSame } from '../../../records/images';
import type { Reviewed } from '../shell/reviewed';

/** An image as the page shows it, with its number there. */
export type NumberedImage = ReviewImageView & Reviewed & { number: number };

/** The images in their order. The feedback of one that came back since it was rejected is that of the rejection. */
export function numbered(images: ReviewImageView[]): NumberedImage[] {
  return images.map((image, index) => ({
    ...image,
    number: index + 1,
    name: `#${index + 1}`,
    feedback: image.feedback || (image.earlier?.feedback ?? ''),
    again: whyAgain(image),
    isReady: true,
  }));
}

function whyAgain(image: ReviewImageView): NumberedImage['again'] {
  const { status, earlier } = image;
  if (status !== 'pending' || !earlier) return null;
  return looksSame(earlier, image) ? 'answered' : 'changed';
}
