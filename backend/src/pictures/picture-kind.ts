import { open } from 'node:fs/promises';
import { PictureRefused } from './picture-errors.js';

/** File extension of an accepted kind of picture. */
export type Extension = 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'heic';

const HEAD_BYTES = 4096;
const ACCEPTED = 'Accepted are JPEG, PNG, WebP, AVIF, HEIC and GIF.';
const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

const STARTS: [Extension, RegExp][] = [
  ['jpg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
];

/**
 * Detects the kind of a picture by its first bytes, so that an untrusted file only reaches the decoder of an accepted
 * format.
 * @throws PictureRefused 415 naming the file
 */
export async function detectKind(path: string, fileName: string): Promise<Extension> {
  const head = await readHead(path);
  if (head === '') throw new PictureRefused(415, 'PICTURE_UNREADABLE', `"${fileName}" is empty. ${ACCEPTED}`);
  const known = STARTS.find(([, start]) => start.test(head));
  if (known) return known[0];
  const brands = readBrands(head);
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif';
  if (brands.some((brand) => HEIC_BRANDS.includes(brand))) return 'heic';
  throw unsupportedKind(fileName, head);
}

function unsupportedKind(fileName: string, head: string): PictureRefused {
  const sentence = `"${fileName}" is ${/<svg[\s>]/i.test(head) ? 'an SVG drawing' : 'not a picture of a kind we can show'}. ${ACCEPTED}`;
  return new PictureRefused(415, 'UNSUPPORTED_MEDIA_TYPE', sentence);
}

async function readHead(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Returns the brands of an ISO base media file: its box `ftyp` has size, type, main brand, version, compatible
 * brands.
 */
function readBrands(head: string): string[] {
  if (head.slice(4, 8) !== 'ftyp') return [];
  const end = Math.min(Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(), head.length);
  const compatible = head.slice(16, end).match(/[^]{4}/g) ?? [];
  return [head.slice(8, 12), ...compatible];
}
