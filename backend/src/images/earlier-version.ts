import type { PictureChecks } from '../contract/findings.js';
import type { EarlierImageView } from '../contract/images.js';
import { SHOWN_TEXTS, type ImageTexts, type ShownText } from '../contract/image-fields.js';
import { pick } from '../contract/record-fields.js';
import type { ItemStatus } from '../contract/statuses.js';
import { imageKeys, mediaUrl } from '../platform/storage/keys.js';

/** A file as it lies in storage under `images/<fileId>`. */
export interface ImageFile {
  fileId: string;
  fileName: string;
  extension: string;
  width: number;
  height: number;
  takenAt: string | null;
  /** Size and SHA-256 of the original. */
  bytes: number;
  sha256: string;
  /** What is found in the picture's pixels; `null` for images of earlier versions. */
  checks: PictureChecks | null;
  perceptualHash: string | null;
}

const KEPT = [
  'fileId',
  'fileName',
  'extension',
  'width',
  'height',
  'bytes',
  'sha256',
  ...SHOWN_TEXTS,
] as const satisfies (keyof ImageFile | ShownText)[];

/** What the client saw of an image when rejecting it, with the reason. Its picture stays in storage. */
export type EarlierVersion = Kept & { feedback: string };

type Shown = Pick<ImageTexts, ShownText>;
/** Size and digest are `null` for images of earlier versions of the product. */
type Kept = Omit<ImageFile, 'takenAt' | 'bytes' | 'sha256' | 'checks' | 'perceptualHash'> &
  Shown & { bytes: number | null; sha256: string | null };

/** The image as it is now, which the client rejects for this reason. */
export function rejectedVersion(image: Kept, feedback: string): EarlierVersion {
  return { ...pick(image, KEPT), feedback };
}

interface Revisable extends Shown {
  status: ItemStatus;
  fileId: string;
  earlier: EarlierVersion | null;
}

/** What the client rejected, if the image waits again and was changed or answered since; otherwise `null`. */
export function revisedFrom(image: Revisable & { reply: string }): EarlierVersion | null {
  if (image.status !== 'pending') return null;
  return image.reply === '' ? changedFrom(image) : image.earlier;
}

/** What the client rejected of an image that shows something else now. */
export function changedFrom({ fileId, earlier, ...image }: Omit<Revisable, 'status'>): EarlierVersion | null {
  if (!earlier) return null;
  const shown = shownTexts(earlier);
  const isSame = earlier.fileId === fileId && SHOWN_TEXTS.every((name) => shown[name] === image[name]);
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
    ...shownTexts(earlier),
    feedback: earlier.feedback,
  };
}

/** What was rejected before a text was introduced lacks it. */
function shownTexts(earlier: Partial<Shown>): Shown {
  const entries = SHOWN_TEXTS.map((name) => [name, earlier[name] ?? '']);
  return Object.fromEntries(entries) as Shown;
}
