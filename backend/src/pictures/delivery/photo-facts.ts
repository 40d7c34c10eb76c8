import type { Position } from '../../contract/deliveries.js';

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
