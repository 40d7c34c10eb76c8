import type { PictureChecks } from '../contract/findings.js';
import type { EarlierImageView } from '../contract/images.js';
import { SHOWN_TEXTS, type ImageTexts, type ShownText } from '../contract/image-fields.js';
import { pick } from '../contract/record-fields.js';
import type { ItemStatus } from '../contract/statuses.js';
import { imageKeys, mediaUrl } from '../platform/storage/keys.js';

/** The stored files of an image, under `images/<fileId>`, with the facts of the original. */
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
  /** Measurements of the pixels; `null` for images of earlier versions of the product. */
  checks: PictureChecks | null;
  perceptualHash: string | null;
}

const KEPT_FIELDS = [
  'fileId',
  'fileName',
  'extension',
  'width',
  'height',
  'bytes',
  'sha256',
  ...SHOWN_TEXTS,
] as const satisfies (keyof ImageFile | ShownText)[];

/** An image as a reviewer saw and rejected it, with the feedback. Its files stay in storage. */
export type EarlierVersion = KeptFields & { feedback: string };

type ShownTexts = Pick<ImageTexts, ShownText>;
/** `bytes` and `sha256` are `null` for images of earlier versions of the product. */
type KeptFields = Omit<ImageFile, 'takenAt' | 'bytes' | 'sha256' | 'checks' | 'perceptualHash'> &
  ShownTexts & { bytes: number | null; sha256: string | null };

/** The current state of an image, to be stored as a reviewer rejects it. */
export function toEarlierVersion(image: KeptFields, feedback: string): EarlierVersion {
  return { ...pick(image, KEPT_FIELDS), feedback };
}

interface ReviewedImage extends ShownTexts {
  status: ItemStatus;
  fileId: string;
  earlier: EarlierVersion | null;
}

/** The rejected version, if the image is pending and was changed or answered since; otherwise `null`. */
export function earlierForReviewer(image: ReviewedImage & { reply: string }): EarlierVersion | null {
  if (image.status !== 'pending') return null;
  return image.reply === '' ? earlierIfChanged(image) : image.earlier;
}

/** The rejected version, if reviewers see something else now; otherwise `null`. */
export function earlierIfChanged({ fileId, earlier, ...image }: Omit<ReviewedImage, 'status'>): EarlierVersion | null {
  if (!earlier) return null;
  const shown = shownTexts(earlier);
  const isSame = earlier.fileId === fileId && SHOWN_TEXTS.every((name) => shown[name] === image[name]);
  return isSame ? null : earlier;
}

/** The view of a rejected version. */
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

/** The texts of a rejected version; one that is older than a text lacks it, which counts as `''`. */
function shownTexts(earlier: Partial<ShownTexts>): ShownTexts {
  const entries = SHOWN_TEXTS.map((name) => [name, earlier[name] ?? '']);
  return Object.fromEntries(entries) as ShownTexts;
}
