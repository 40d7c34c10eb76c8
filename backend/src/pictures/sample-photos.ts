import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isBuilt = import.meta.url.endsWith('.js');
const SAMPLES = fileURLToPath(new URL(isBuilt ? '../../../samples/' : '../../samples/', import.meta.url));

/** File names in `backend/samples/`, in the order in which they are shown. */
export const SAMPLE_PHOTOS = [
  'spring-bouquet-peonies.jpg',
  'shop-front-evening.jpg',
  'tulips-at-the-market.jpg',
  'wedding-table-centerpiece.jpg',
  'workshop-table-ribbons.jpg',
];

/** Reads a sample photo. @param name one of `SAMPLE_PHOTOS` */
export function readSamplePhoto(name: string): Promise<Buffer> {
  return readFile(join(SAMPLES, name));
}
