import type { EarlierImageView } from '../contract/images.js';
import { imageKeys, mediaUrl } from '../platform/storage/keys.js';
import type { Image } from './image.entity.js';

const KEPT = [
  'fileId',
  'fileName',
  'extension',
  'width',
  'height',
  'bytes',
  'sha256',
  'title',
  'description',
] as const satisfies (keyof Image)[];

/** What the client saw of an image when rejecting it, with the reason. Its picture stays in storage. */
export type EarlierVersion = Pick<Image, (typeof KEPT)[number] | 'feedback'>;

/** The image as it is now, which the client rejects for this reason. */
export function rejectedVersion(image: Image, feedback: string): EarlierVersion {
  const kept = Object.fromEntries(KEPT.map((name) => [name, image[name]])) as Pick<Image, (typeof KEPT)[number]>;
  return { ...kept, feedback };
}

type Revisable = Pick<Image, 'status' | 'fileId' | 'title' | 'description' | 'earlier'>;

/** What the client rejected, where the image waits again and the client sees something else now; `null` elsewhere. */
export function revisedFrom({ status, fileId, title, description, earlier }: Revisable): EarlierVersion | null {
  if (status !== 'pending' || !earlier) return null;
  const isSame = earlier.fileId === fileId && earlier.title === title && earlier.description === description;
  return isSame ? null : earlier;
}

/** What was rejected, as it is shown. */
export function presentEarlier({ fileId, extension, ...earlier }: EarlierVersion): EarlierImageView {
  const keys = imageKeys(fileId, extension);
  return {
    previewUrl: mediaUrl(keys.preview),
    thumbnailUrl: mediaUrl(keys.thumbnail),
    width: earlier.width,
    height: earlier.height,
    title: earlier.title,
    description: earlier.description,
    feedback: earlier.feedback,
  };
}
