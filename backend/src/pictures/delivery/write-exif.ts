import type { PhotoFacts } from './photo-facts.js';

/**
 * Writes an EXIF block. sharp's `withExif` replaces letters that are not ASCII by question marks, cuts off what stands in brackets at
 * the end of a text, and needs the pixels to be encoded again.
 */

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const BYTE = 1;
const UNDEFINED = 7;
/** Bytes of a value of each type. */
const SIZES: Record<number, number> = { [BYTE]: 1, [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [RATIONAL]: 8, [UNDEFINED]: 1 };
const HEADER = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
/** Parts of a second of arc that are kept. */
const SECOND_PARTS = 10_000;

interface Entry {
  tag: number;
  type: number;
  value: Buffer;
}

/** The EXIF block of a delivered photo, without the heading that JPEG puts before it. */
export function exifBlock({ texts, position, takenAt, orientation, width, height }: PhotoFacts): Buffer {
  const exif: Entry[] = [
    { tag: 0x9000, type: UNDEFINED, value: Buffer.from('0232') },
    ...(takenAt ? [ascii(0x9003, takenAt.replaceAll('-', ':').replace('T', ' '))] : []),
    { tag: 0xa002, type: LONG, value: uint32s(width) },
    { tag: 0xa003, type: LONG, value: uint32s(height) },
  ];
  const gps = position ? gpsEntries(position) : [];
  const first: Entry[] = [
    ...(texts.description ? [ascii(0x010e, texts.description)] : []),
    { tag: 0x0112, type: SHORT, value: Buffer.from([0, orientation]) },
    pointer(0x8769),
    ...(position ? [pointer(0x8825)] : []),
    ...(texts.title ? [utf16(0x9c9b, texts.title)] : []),
    ...(texts.keywords.length > 0 ? [utf16(0x9c9e, texts.keywords.join(';'))] : []),
  ];
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

function pointer(tag: number): Entry {
  return { tag, type: LONG, value: Buffer.alloc(4) };
}

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

/** Values of more than four bytes stand behind the directory, at even offsets. */
function directory(entries: Entry[], at: number): Buffer {
  const head = Buffer.alloc(headSize(entries));
  head.writeUInt16BE(entries.length);
  const values: Buffer[] = [];
  let valueAt = at + head.length;
  entries.forEach(({ tag, type, value }, index) => {
    const entry = 2 + index * 12;
    head.writeUInt16BE(tag, entry);
    head.writeUInt16BE(type, entry + 2);
    head.writeUInt32BE(value.length / SIZES[type]!, entry + 4);
    if (value.length <= 4) return value.copy(head, entry + 8);
    head.writeUInt32BE(valueAt, entry + 8);
    values.push(padded(value));
    return (valueAt += padded(value).length);
  });
  return Buffer.concat([head, ...values]);
}

function sizeOf(entries: Entry[]): number {
  const values = entries.filter(({ value }) => value.length > 4).map(({ value }) => padded(value).length);
  return values.reduce((sum, size) => sum + size, headSize(entries));
}

function headSize(entries: Entry[]): number {
  return 2 + entries.length * 12 + 4;
}

function padded(value: Buffer): Buffer {
  return value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)]);
}
