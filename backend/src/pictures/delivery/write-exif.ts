import {
  ASCII,
  BYTE,
  directory,
  longs,
  RATIONAL,
  shorts,
  sizeOf,
  tiffHeader,
  uint32s,
  UNDEFINED,
  type Entry,
} from '../tiff-directory.js';
import type { PhotoFacts } from './photo-facts.js';

/**
 * Writes an EXIF block. sharp's `withExif` replaces letters that are not ASCII by question marks, cuts off what stands in brackets at
 * the end of a text, and needs the pixels to be encoded again.
 */

const HEADER = tiffHeader(8);
/** Parts of a second of arc that are kept. */
const SECOND_PARTS = 10_000;

/** The EXIF block of a delivered photo, without the heading that JPEG puts before it. */
export function exifBlock({ texts, position, takenAt, orientation, width, height }: PhotoFacts): Buffer {
  const exif: Entry[] = [
    { tag: 0x9000, type: UNDEFINED, value: Buffer.from('0232') },
    ...(takenAt ? [ascii(0x9003, takenAt.replaceAll('-', ':').replace('T', ' '))] : []),
    longs(0xa002, width),
    longs(0xa003, height),
  ];
  const gps = position ? gpsEntries(position) : [];
  const first: Entry[] = [
    ...(texts.description ? [ascii(0x010e, texts.description)] : []),
    shorts(0x0112, orientation),
    longs(0x8769, 0),
    ...(position ? [longs(0x8825, 0)] : []),
    ...(texts.title ? [utf16(0x9c9b, texts.title)] : []),
    ...(texts.keywords.length > 0 ? [utf16(0x9c9e, texts.keywords.join(';'))] : []),
  ];
  // Where the other directories are, depends on how long the first one is.
  const exifAt = HEADER.length + sizeOf(first);
  const gpsAt = exifAt + sizeOf(exif);
  first.find(({ tag }) => tag === 0x8769)!.value.writeUInt32BE(exifAt);
  first.find(({ tag }) => tag === 0x8825)?.value.writeUInt32BE(gpsAt);
  return Buffer.concat([
    HEADER,
    directory(first, HEADER.length),
    directory(exif, exifAt),
    ...(position ? [directory(gps, gpsAt)] : []),
  ]);
}

function gpsEntries({ latitude, longitude }: { latitude: number; longitude: number }): Entry[] {
  return [
    { tag: 0, type: BYTE, value: Buffer.from([2, 3, 0, 0]) },
    ascii(1, latitude < 0 ? 'S' : 'N'),
    { tag: 2, type: RATIONAL, value: sexagesimal(latitude) },
    ascii(3, longitude < 0 ? 'W' : 'E'),
    { tag: 4, type: RATIONAL, value: sexagesimal(longitude) },
  ];
}

/** Degrees, minutes and seconds. */
function sexagesimal(degrees: number): Buffer {
  const parts = Math.round(Math.abs(degrees) * 3600 * SECOND_PARTS);
  const minutes = Math.floor(parts / (60 * SECOND_PARTS));
  return uint32s(Math.floor(minutes / 60), 1, minutes % 60, 1, parts % (60 * SECOND_PARTS), SECOND_PARTS);
}

/** Texts of EXIF are meant to be ASCII; every reader of today takes UTF-8. */
function ascii(tag: number, text: string): Entry {
  return { tag, type: ASCII, value: Buffer.from(`${text.replaceAll('\0', '')}\0`) };
}

/** Fields that Windows shows. */
function utf16(tag: number, text: string): Entry {
  return { tag, type: BYTE, value: Buffer.from(`${text.replaceAll('\0', '')}\0`, 'utf16le') };
}
