/** What Google takes as a photo of a business profile. Free of framework code: the frontend imports these values at run time. */

/** Bytes of a photo. */
export const GOOGLE_MIN_BYTES = 10_000;
export const GOOGLE_MAX_BYTES = 5_000_000;
/** Shortest side in pixels, and the one that Google recommends. */
export const GOOGLE_MIN_PX = 250;
export const GOOGLE_GOOD_PX = 720;
export const GOOGLE_RULES =
  'Google takes JPEG or PNG, 10 kB to 5 MB, from 250 × 250 px, and recommends 720 × 720 px or more.';

/** How the photos of a delivery are made: their pixels as they are, or JPEGs of this quality. */
export const DELIVERY_FORMATS = ['original', 'jpeg-90', 'jpeg-80'] as const;
export type DeliveryFormat = (typeof DELIVERY_FORMATS)[number];

/** Kinds of files that are delivered as they are; others become JPEGs. */
export const DELIVERED_AS_THEY_ARE: readonly string[] = ['jpg', 'png'];

/** Photos of one delivery. */
export const DELIVERY_PHOTOS_MAX = 1000;
/** Characters of the name of a delivered file, with its ending. */
export const FILE_NAME_MAX = 80;

/** What is known of a file that is delivered. */
export interface DeliveredFileFacts {
  width: number;
  height: number;
  /** `null` where that is not known yet. */
  bytes: number | null;
}

/** Why Google may not take a photo, or shows it badly, in a few words; `null` where there is nothing to say. */
export function googleProblem({ width, height, bytes }: DeliveredFileFacts): string | null {
  const side = Math.min(width, height);
  if (side < GOOGLE_MIN_PX) return `Smaller than ${GOOGLE_MIN_PX} px`;
  if (bytes !== null && bytes > GOOGLE_MAX_BYTES) return 'Larger than 5 MB';
  if (bytes !== null && bytes < GOOGLE_MIN_BYTES) return 'Smaller than 10 kB';
  return side < GOOGLE_GOOD_PX ? `Smaller than ${GOOGLE_GOOD_PX} px` : null;
}

/** Bytes of a JPEG per pixel, of an ordinary photo. */
const BYTES_PER_PIXEL: Record<Exclude<DeliveryFormat, 'original'>, number> = { 'jpeg-90': 0.24, 'jpeg-80': 0.15 };

/** About how many bytes the file of a photo will have. */
export function estimatedBytes(photo: DeliveredFileFacts & { extension: string }, format: DeliveryFormat): number {
  const { width, height, extension } = photo;
  if (format === 'original' && DELIVERED_AS_THEY_ARE.includes(extension) && photo.bytes !== null) return photo.bytes;
  const encoded = width * height * BYTES_PER_PIXEL[format === 'original' ? 'jpeg-90' : format];
  // A photo that was saved in less is no richer in detail than that.
  const most = extension === 'jpg' && photo.bytes !== null ? photo.bytes : GOOGLE_MAX_BYTES;
  return Math.round(Math.min(encoded, most, GOOGLE_MAX_BYTES));
}

/** The ending of the file that a photo becomes. */
export function deliveredEnding(extension: string, format: DeliveryFormat): 'jpg' | 'png' {
  return format === 'original' && extension === 'png' ? 'png' : 'jpg';
}
