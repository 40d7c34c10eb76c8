import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('photos', import.meta.url));

/** Paths of photos that the stories upload. */
export function photo(...names: string[]): string[] {
  return names.map((name) => join(FOLDER, name));
}

/** Paths of all photos, by name. */
export async function allPhotos(): Promise<string[]> {
  const names = await readdir(FOLDER);
  return photo(...names.filter((name) => name.endsWith('.jpg')).sort());
}

/** A photo as a part of a multipart body. */
export async function photoPart(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [path] = photo(name);
  return { name: basename(path!), mimeType: 'image/jpeg', buffer: await readFile(path!) };
}
