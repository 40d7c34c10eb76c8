import type { Position } from '../../contract/deliveries.js';
import type { DeliveryFormat } from '../../contract/delivery-rules.js';

/** What people wrote about a photo, as it is written into its file. */
export interface PhotoTexts {
  title: string;
  description: string;
  keywords: string[];
  /** What the photo shows, for those who cannot see it. */
  altText: string;
  /** Where it was taken, in words. */
  place: string;
}

/** Everything that is written into a delivered file; nothing else of the original's metadata stays. */
export interface PhotoFacts {
  texts: PhotoTexts;
  position: Position | null;
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  /** How the pixels are to be turned, as EXIF says it: 1 to 8. */
  orientation: number;
  /** Of the pixels as they lie in the file. */
  width: number;
  height: number;
}

/** How a photo is delivered. */
export interface DeliveryOptions {
  format: DeliveryFormat;
  texts: PhotoTexts;
  /** Whether the position that the original states is kept. */
  hasPosition: boolean;
}

/** What became of a photo's pixels. */
export type DeliveredPixels =
  'as uploaded' | 're-encoded' | 're-encoded, because parts of the uploaded file are damaged';

/** A picture that is delivered, its size as people see it. */
export interface DeliveredPicture {
  extension: 'jpg' | 'png';
  width: number;
  height: number;
  /** Where it was taken, as its file says. */
  position: Position | null;
  pixels: DeliveredPixels;
}
