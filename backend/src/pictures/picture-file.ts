import type { PhotoExif } from './exif/read-exif.js';

/** An uploaded file: its path, its original name for messages, and the folder for derivatives. */
export interface PictureFile {
  path: string;
  fileName: string;
  folder: string;
  /** The path of a copy to read the pixels from, if sharp cannot read the file itself. */
  pixelsPath?: string;
}

/** A file whose header was read, with the content of its EXIF blocks. */
export type ReadFile = PictureFile & { exif: PhotoExif };
