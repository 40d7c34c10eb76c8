import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliveryFormat } from '../src/contract/delivery-rules.js';
import { photoFile } from '../src/deliveries/photo-file.js';
import type { DeliveredPicture } from '../src/pictures/delivery/photo-facts.js';
import { readPieces } from '../src/pictures/files/pieces.js';
import { readPicture, type Picture } from '../src/pictures/picture.js';

const TEXTS = { title: 'Tulips', description: 'In a window', keywords: ['tulip'], altText: 'Tulips', place: '' };

/** What a photo becomes: its picture as it is read when it is uploaded, and the file that is delivered. */
export interface Delivered {
  read: Picture;
  picture: DeliveredPicture;
  file: Buffer;
}

/** Takes a file in as an upload does, in processes of its own. @throws AppError as an upload does */
export async function takeIn(folder: string, file: Buffer, name = 'Photo'): Promise<{ path: string; read: Picture }> {
  const path = join(folder, randomUUID());
  await writeFile(path, file);
  return { path, read: await readPicture(path, name, folder) };
}

/** Takes a file in and delivers it, by the functions that do so. */
export async function takeInAndDeliver(
  folder: string,
  file: Buffer,
  format: DeliveryFormat = 'original',
): Promise<Delivered> {
  const { path, read } = await takeIn(folder, file);
  return deliverPhoto(folder, { path, read }, format);
}

/** Delivers what was taken in. */
export async function deliverPhoto(
  folder: string,
  { path, read }: { path: string; read: Picture },
  format: DeliveryFormat,
): Promise<Delivered> {
  const photo = { ...read, path, folder, title: 'Tulips' };
  const made = (await photoFile(photo, { format, texts: TEXTS, hasPosition: true }))!;
  try {
    const pieces: Buffer[] = [];
    for await (const piece of readPieces(made.file, made.pieces)) pieces.push(piece);
    return { read, picture: made.picture, file: Buffer.concat(pieces) };
  } finally {
    await made.file.close();
  }
}
