import { MalformedPicture, type Bytes, type PictureParts, type Range } from './bytes.js';

const SOI_BYTES = 2;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP13 = 0xed;
const COMMENT = 0xfe;
/** More than any camera or program writes; a picture made of empty segments would take minutes. */
const SEGMENTS_MAX = 20_000;
const EXIF_HEADING = 'Exif\0\0';
/** The application segments that say how the pixels are to be read. */
const NEEDED: Record<number, string> = { [APP0]: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };

interface Segment extends Range {
  marker: number;
  /** Of its content, the beginning. */
  heading: string;
}

/**
 * A JPEG without metadata, comments, previews and whatever stands behind its end, such as films and further pictures. The pixels stay
 * byte for byte.
 * @throws MalformedPicture
 */
export async function jpegParts(source: Bytes): Promise<PictureParts> {
  const parts: PictureParts = { head: [{ start: 0, end: SOI_BYTES }], rest: [] };
  for await (const segment of segmentsOf(source)) {
    const { marker, start, end } = segment;
    if (isExif(segment)) parts.exif ??= await contentOf(source, segment);
    if (isForPrograms(marker) && !isNeeded(segment)) continue;
    parts[marker === APP0 ? 'head' : 'rest'].push({ start, end });
  }
  return parts;
}

/** The EXIF block of a JPEG, of which the beginning is enough. */
export async function exifOfJpeg(source: Bytes): Promise<Buffer | undefined> {
  for await (const segment of segmentsOf(source)) {
    if (isExif(segment)) return contentOf(source, segment);
    if (segment.marker === SOS) return undefined;
  }
  return undefined;
}

/** The start of a JPEG's metadata: EXIF, XMP and IPTC. */
export function jpegMetadata({ exif, xmp, iptc }: { exif: Buffer; xmp: string; iptc: Buffer }): Buffer {
  return Buffer.concat([
    ...toSegment(APP1, Buffer.from(EXIF_HEADING, 'latin1'), exif),
    ...toSegment(APP1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(xmp)),
    ...toSegment(APP13, iptc),
  ]);
}

function toSegment(marker: number, ...content: Buffer[]): Buffer[] {
  const length = content.reduce((sum, { length: bytes }) => sum + bytes, 2);
  return [Buffer.from([0xff, marker, length >> 8, length & 0xff]), ...content];
}

function isForPrograms(marker: number): boolean {
  return (marker >= APP0 && marker <= 0xef) || marker === COMMENT;
}

function isNeeded({ marker, heading }: Segment): boolean {
  const needed = NEEDED[marker];
  return needed !== undefined && heading.startsWith(needed);
}

function isExif({ marker, heading }: Segment): boolean {
  return marker === APP1 && heading.startsWith(EXIF_HEADING);
}

async function contentOf(source: Bytes, { start, end }: Range): Promise<Buffer> {
  const bytes = await source.from(start + 4, end - start - 4);
  return Buffer.from(bytes.subarray(0, end - start - 4));
}

/** The segments between start and end of the picture; that of a scan includes its pixels. */
async function* segmentsOf(source: Bytes): AsyncGenerator<Segment> {
  let at = SOI_BYTES;
  for (let count = 0; count < SEGMENTS_MAX; count += 1) {
    const bytes = await source.from(at, 18);
    const marker = bytes[1];
    if (marker === undefined) return;
    if (bytes[0] !== 0xff) throw new MalformedPicture('a segment does not start with a marker');
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) return yield { marker, start: at, end: at + 2, heading: '' };
    if (bytes.length < 4) throw new MalformedPicture('a segment is cut off');
    const end = at + 2 + bytes.readUInt16BE(2);
    const found = { marker, start: at, end, heading: bytes.toString('latin1', 4, 18) };
    at = marker === SOS ? await endOfScan(source, end) : end;
    yield { ...found, end: at };
  }
  throw new MalformedPicture('there are too many segments');
}

/** Where the next marker stands behind a scan's pixels. */
async function endOfScan(source: Bytes, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const bytes = await source.from(at, 2);
    if (bytes.length < 2) return at + bytes.length;
    let offset = 0;
    while (offset + 1 < bytes.length) {
      offset = bytes.indexOf(0xff, offset);
      if (offset === -1) offset = bytes.length;
      else if (offset + 1 < bytes.length) {
        const next = bytes[offset + 1]!;
        const isPixels = next === 0 || (next >= 0xd0 && next <= 0xd7);
        if (!isPixels && next !== 0xff) return at + offset;
        offset += isPixels ? 2 : 1;
      }
    }
    at += offset;
  }
}
