import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '../../frontend/e2e/photos');

/** The photos of the stories, by name. */
export const PHOTO_NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jpg'))
  .toSorted();

/** Path of one of them. */
export function photoPath(name: string): string {
  return join(FOLDER, name);
}

/** One of them as it comes back from a chat: smaller, and compressed once more. */
export function smallCopy(name: string, width: number): Promise<Buffer> {
  return sharp(photoPath(name)).resize(width).jpeg({ quality: 60 }).toBuffer();
}
