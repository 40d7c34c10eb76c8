import { MalformedPicture, type ByteSource, type PictureParts } from '../files/bytes.js';
import { EOI, readSegments, type Segment } from '../files/jpeg-segments.js';

const SOI_BYTES = 2;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP13 = 0xed;
const COMMENT = 0xfe;
const EXIF_HEADING = 'Exif\0\0';
/** Beginnings of the application segments that decoders need to show the pixels correctly, by marker. */
const NEEDED: Record<number, string> = { [APP0]: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };

/**
 * Returns the ranges of a JPEG without metadata, comments, previews, and data behind its end, such as videos and
 * further pictures. The pixel data are unchanged.
 * @throws MalformedPicture if there are bytes between two segments, or the end marker is missing
 */
export async function splitJpeg(source: ByteSource): Promise<PictureParts> {
  const parts: PictureParts = { head: [{ start: 0, end: SOI_BYTES }], rest: [] };
  let last: Segment | undefined;
  for await (const segment of readSegments(source)) {
    const { marker, start, end, isStrict } = segment;
    if (!isStrict) throw new MalformedPicture('something stands between two segments');
    last = segment;
    if (isForPrograms(marker) && !isNeeded(segment)) continue;
    parts[marker === APP0 ? 'head' : 'rest'].push({ start, end });
  }
  if (last?.marker !== EOI) throw new MalformedPicture('its end is missing');
  return parts;
}

/** Returns the metadata segments of a JPEG: EXIF, XMP and IPTC. */
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
