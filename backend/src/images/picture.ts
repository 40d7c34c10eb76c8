import type { Derivatives, PictureHeader } from './decode-picture.js';
import { inDecoder } from './decoders.js';

/** What an uploaded picture file turned out to be, with the derivatives made from it. */
export type Picture = PictureHeader & Derivatives;

/**
 * Reads an uploaded picture and writes its derivatives into `workFolder`.
 * @throws AppError 413 or 415 naming the file
 */
export async function readPicture(path: string, fileName: string, workFolder: string): Promise<Picture> {
  const { header, result } = await inDecoder<Derivatives>('picture', { path, fileName, folder: workFolder });
  return { ...header, ...result };
}

/**
 * Reads an uploaded logo and makes one WebP of at most 512 px, transparent where the logo is.
 * @returns the path of the WebP, in `workFolder`
 * @throws AppError 413 or 415 naming the file
 */
export async function readLogo(path: string, fileName: string, workFolder: string): Promise<string> {
  return (await inDecoder<string>('logo', { path, fileName, folder: workFolder })).result;
}
