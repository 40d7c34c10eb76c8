import { open, type FileHandle } from 'node:fs/promises';
import { deliverUnchanged } from '../pictures/delivery/deliver-unchanged.js';
import type { DeliveredPicture, DeliveryOptions } from '../pictures/delivery/photo-facts.js';
import { MalformedPicture } from '../pictures/files/bytes.js';
import type { Piece } from '../pictures/files/pieces.js';
import { readForDelivery } from '../pictures/picture.js';
import { unlessMissing } from '../platform/operator-error.js';

/** A photo whose original is at `path`, and the folder for temporary files. */
export interface OriginalPhoto {
  path: string;
  folder: string;
  title: string;
  extension: string;
  width: number;
  height: number;
}

/** The delivered file of a photo. It reads from another file, which stays open. */
export interface PhotoFile {
  picture: DeliveredPicture;
  file: FileHandle;
  pieces: Piece[];
}

/**
 * Makes the delivered file of a photo. With the format `original`, a JPEG or PNG is copied with new metadata, if the
 * result is readable by all programs; everything else is re-encoded, by the same decoder as at the upload.
 * @returns `null` if somebody deleted the original meanwhile
 * @throws AppError 413, 415
 */
export async function photoFile(photo: OriginalPhoto, delivery: DeliveryOptions): Promise<PhotoFile | null> {
  const { path, extension, width, height } = photo;
  if (delivery.format !== 'original' || (extension !== 'jpg' && extension !== 'png')) return encoded(photo, delivery);
  const file = await unlessMissing(open(path, 'r'));
  if (!file) return null;
  try {
    return { file, ...(await deliverUnchanged({ file, extension, width, height }, delivery)) };
  } catch (error) {
    await file.close();
    if (!(error instanceof MalformedPicture)) throw error;
  }
  const made = await encoded(photo, delivery);
  const pixels = 're-encoded, because parts of the uploaded file are damaged';
  return { ...made, picture: { ...made.picture, pixels } };
}

async function encoded({ path, folder, title }: OriginalPhoto, delivery: DeliveryOptions): Promise<PhotoFile> {
  const { path: made, ...picture } = await readForDelivery({ path, fileName: title, folder, delivery });
  const file = await open(made, 'r');
  return { picture, file, pieces: [{ start: 0, end: (await file.stat()).size }] };
}
