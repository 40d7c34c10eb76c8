import type { ImageView } from '@gmb-moments/backend/contract/images';

/** Whether an image has what its client reads. */
export function hasCaption({ title, description }: ImageView): boolean {
  return title !== '' && description !== '';
}

/** Whether an image is not approved and lacks what its client would read. */
export function lacksCaption(image: ImageView): boolean {
  return image.status !== 'approved' && !hasCaption(image);
}
