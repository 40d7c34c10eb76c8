import type { PhotoExif } from './exif/read-exif.js';

/** An uploaded file, its name as the person knows it, and where derivatives may be written. */
export interface PictureFile {
  path: string;
  fileName: string;
  folder: string;
  /** Where its pixels are, when not in the file itself. */
  pixelsPath?: string;
}

/** A file whose pixels can be read, and what its EXIF blocks say. */
export type ReadFile = PictureFile & { exif: PhotoExif };
