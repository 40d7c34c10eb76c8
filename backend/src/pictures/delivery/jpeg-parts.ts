import { MalformedPicture, type Bytes, type PictureParts } from '../files/bytes.js';
import { EOI, segmentsOf, type Segment } from '../files/jpeg-segments.js';

const SOI_BYTES = 2;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP13 = 0xed;
const COMMENT = 0xfe;
const EXIF_HEADING = 'Exif\0\0';
/** The application segments that say how the pixels are to be read. */
const NEEDED: Record<number, string> = { [APP0]: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };

/**
 * A JPEG without metadata, comments, previews and whatever stands behind its end, such as films and further pictures. The pixels stay
 * byte for byte.
 * @throws MalformedPicture for one that has anything between its segments, or no end
 */
export async function jpegParts(source: Bytes): Promise<PictureParts> {
  const parts: PictureParts = { head: [{ start: 0, end: SOI_BYTES }], rest: [] };
  let last: Segment | undefined;
  for await (const segment of segmentsOf(source)) {
    const { marker, start, end, isStrict } = segment;
    if (!isStrict) throw new MalformedPicture('something stands between two segments');
    last = segment;
    if (isForPrograms(marker) && !isNeeded(segment)) continue;
    parts[marker === APP0 ? 'head' : 'rest'].push({ start, end });
  }
  if (last?.marker !== EOI) throw new MalformedPicture('its end is missing');
  return parts;
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
