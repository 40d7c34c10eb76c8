import { inDecoder } from './decoders.js';

/** What an uploaded picture file turned out to be, with the derivatives made from it. */
export interface Picture {
  /** File ending by content: jpg, png, webp, avif or gif. */
  extension: 'jpg' | 'png' | 'webp' | 'avif' | 'gif';
  /** Size of the upright original, in pixels. */
  width: number;
  height: number;
  /** Local time from EXIF as `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  /** Paths of the derivatives: upright WebP without metadata, at most 1600 px and 480 px. */
  previewPath: string;
  thumbnailPath: string;
  /** Path of the picture as the AI gets it: see `aiPicture`. */
  aiPath: string;
}

/**
 * Reads an uploaded picture and writes its derivatives into `workFolder`.
 * @throws AppError 413 or 415 naming the file
 */
export function readPicture(path: string, fileName: string, workFolder: string): Promise<Picture> {
  return inDecoder<Picture>({ kind: 'picture', path, fileName, folder: workFolder });
}

/**
 * Reads an uploaded logo and makes one WebP of at most 512 px, transparent where the logo is.
 * @returns the path of the WebP, in `workFolder`
 * @throws AppError 413 or 415 naming the file
 */
export function readLogo(path: string, fileName: string, workFolder: string): Promise<string> {
  return inDecoder<string>({ kind: 'logo', path, fileName, folder: workFolder });
}
