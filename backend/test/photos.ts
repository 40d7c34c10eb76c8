import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../frontend/e2e/photos');

/** The photos of the stories, by name. */
export const PHOTO_NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jpg'))
  .toSorted();

/** Path of one of them. */
export function photoPath(name: string): string {
  return join(FOLDER, name);
}
