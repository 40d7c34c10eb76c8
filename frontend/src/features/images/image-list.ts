import type { ReviewImageView } from '@gmb-moments/backend/contract/images';

/** Images in their order with a new or changed one, unless a newer version of it is known. */
export function withImage<Image extends ReviewImageView>(images: Image[], image: Image): Image[] {
  const known = images.find(({ id }) => id === image.id);
  if (known && known.version > image.version) return images;
  return [...withoutImage(images, image.id), image].sort((a, b) => a.position - b.position);
}

export function withoutImage<Image extends { id: string }>(images: Image[], id: string): Image[] {
  return images.filter((image) => image.id !== id);
}
