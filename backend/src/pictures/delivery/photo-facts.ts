import type { Position } from '../../contract/deliveries.js';
import type { DeliveryFormat } from '../../contract/delivery-rules.js';

/** The texts about a photo that are written into its file. */
export interface PhotoTexts {
  title: string;
  description: string;
  keywords: string[];
  /** Alternative text for people who cannot see the photo. */
  altText: string;
  /** Where it was taken, in words. */
  place: string;
}

/** All metadata of a delivered file. The other metadata of the original are removed. */
export interface PhotoFacts {
  texts: PhotoTexts;
  position: Position | null;
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** Size of the stored pixels, before the orientation is applied. */
  width: number;
  height: number;
}

/** How a photo is delivered. */
export interface DeliveryOptions {
  format: DeliveryFormat;
  texts: PhotoTexts;
  /** Whether the delivered file states the position of the original. */
  hasPosition: boolean;
}

/** Whether the pixels of a delivered photo were changed. */
export type DeliveredPixels =
  'as uploaded' | 're-encoded' | 're-encoded, because parts of the uploaded file are damaged';

/** A delivered picture, with the size of the upright picture in pixels. */
export interface DeliveredPicture {
  extension: 'jpg' | 'png';
  width: number;
  height: number;
  /** Where it was taken, as its file says. */
  position: Position | null;
  pixels: DeliveredPixels;
}
