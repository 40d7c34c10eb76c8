import {
  ASCII,
  BYTE,
  writeDirectory,
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
 * Writes an EXIF block. sharp's `withExif` is not used: it replaces letters that are not ASCII by question marks,
 * removes text in brackets at the end, and re-encodes the pixels.
 */

const HEADER = tiffHeader(8);
/** Positions are rounded to this fraction of a second of arc. */
const SECOND_PARTS = 10_000;

/** Returns the EXIF block of a delivered photo, without the heading `Exif` of JPEGs. */
export function writeExif({ texts, position, takenAt, orientation, width, height }: PhotoFacts): Buffer {
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
  // The offsets of the other directories depend on the length of the first one.
  const exifAt = HEADER.length + sizeOf(first);
  const gpsAt = exifAt + sizeOf(exif);
  first.find(({ tag }) => tag === 0x8769)!.value.writeUInt32BE(exifAt);
  first.find(({ tag }) => tag === 0x8825)?.value.writeUInt32BE(gpsAt);
  return Buffer.concat([
    HEADER,
    writeDirectory(first, HEADER.length),
    writeDirectory(exif, exifAt),
    ...(position ? [writeDirectory(gps, gpsAt)] : []),
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

/** Converts degrees to the three fractions of degrees, minutes and seconds; the sign is dropped. */
function sexagesimal(degrees: number): Buffer {
  const parts = Math.round(Math.abs(degrees) * 3600 * SECOND_PARTS);
  const minutes = Math.floor(parts / (60 * SECOND_PARTS));
  return uint32s(Math.floor(minutes / 60), 1, minutes % 60, 1, parts % (60 * SECOND_PARTS), SECOND_PARTS);
}

/** A text entry. EXIF specifies ASCII, but current programs read UTF-8. */
function ascii(tag: number, text: string): Entry {
  return { tag, type: ASCII, value: Buffer.from(`${text.replaceAll('\0', '')}\0`) };
}

/** An entry in UTF-16, for the fields that Windows shows. */
function utf16(tag: number, text: string): Entry {
  return { tag, type: BYTE, value: Buffer.from(`${text.replaceAll('\0', '')}\0`, 'utf16le') };
}
