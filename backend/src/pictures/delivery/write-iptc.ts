import type { PhotoTexts } from './photo-facts.js';

/**
 * Data sets of IPTC-IIM, the predecessor of XMP that many programs still read: number, and maximum bytes of the
 * value.
 */
const HEADLINE = { number: 105, max: 256 };
const CAPTION = { number: 120, max: 2000 };
const KEYWORD = { number: 25, max: 64 };
const SUBLOCATION = { number: 92, max: 32 };
/** The data set that declares all texts as UTF-8. */
const UTF8 = Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]);
const VERSION = Buffer.from([0x1c, 2, 0, 0, 2, 0, 4]);
const PHOTOSHOP = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1');

/** Returns the content of the segment APP13 of a delivered JPEG, without marker and length. Long texts are cut. */
export function writeIptc({ title, description, keywords, place }: PhotoTexts): Buffer {
  const records = Buffer.concat([
    UTF8,
    VERSION,
    ...keywords.map((word) => dataSet(KEYWORD, word)),
    // Left out if too long, because a cut name could be that of another place; XMP has it in full.
    ...(Buffer.byteLength(place) <= SUBLOCATION.max ? [dataSet(SUBLOCATION, place)] : []),
    dataSet(HEADLINE, title),
    dataSet(CAPTION, description),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(records.length);
  return Buffer.concat([PHOTOSHOP, length, records, Buffer.alloc(records.length % 2)]);
}

function dataSet({ number, max }: typeof HEADLINE, text: string): Buffer {
  if (!text) return Buffer.alloc(0);
  const value = Buffer.from(cutToBytes(text, max));
  return Buffer.concat([Buffer.from([0x1c, 2, number, value.length >> 8, value.length & 0xff]), value]);
}

/** Cuts a text to whole characters. @param max in bytes of UTF-8 */
function cutToBytes(text: string, max: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > max) break;
    end += character.length;
  }
  return text.slice(0, end);
}
