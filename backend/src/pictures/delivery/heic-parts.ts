import { MalformedPicture, type Bytes, type Range } from './bytes.js';

/** More than any camera writes: the list of what a HEIC has, and its EXIF block. */
const META_MAX = 1024 * 1024;
const EXIF_MAX = 1024 * 1024;
/** Boxes of a file before that list. */
const BOXES_MAX = 100;

interface Box {
  type: string;
  /** Without its heading. */
  content: Buffer;
}

/** The EXIF block of a HEIC (ISO/IEC 23008-12, A.2.1), wherever the file has it. @throws MalformedPicture */
export async function exifOfHeic(source: Bytes): Promise<Buffer | undefined> {
  try {
    const meta = await metaOf(source);
    const range = meta && rangeOfExif(meta);
    if (!range || range.end - range.start > EXIF_MAX) return undefined;
    const { start, end } = range;
    const item = (await source.from(start, end - start)).subarray(0, end - start);
    return item.subarray(4 + item.readUInt32BE(0));
  } catch (error) {
    if (error instanceof RangeError) throw new MalformedPicture('The list of its parts is cut off');
    throw error;
  }
}

async function metaOf(source: Bytes): Promise<Buffer | undefined> {
  let at = 0;
  for (let count = 0; count < BOXES_MAX; count += 1) {
    const head = await source.from(at, 16);
    if (head.length < 16) return undefined;
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (head.toString('latin1', 4, 8) === 'meta')
      return size > META_MAX ? undefined : (await source.from(at, size)).subarray(12, size);
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
}

/** Where the item lies whose type is `Exif`. */
function rangeOfExif(meta: Buffer): Range | undefined {
  const boxes = boxesIn(meta);
  const list = boxes.find(({ type }) => type === 'iinf')?.content;
  const places = boxes.find(({ type }) => type === 'iloc')?.content;
  if (!list || !places) return undefined;
  const items = boxesIn(list.subarray(list[0] === 0 ? 6 : 8)).filter(({ type }) => type === 'infe');
  const exif = items.find(
    ({ content }) => content.toString('latin1', ...(content[0] === 2 ? [8, 12] : [10, 14])) === 'Exif',
  );
  if (!exif) return undefined;
  return rangeOf(places, exif.content[0] === 2 ? exif.content.readUInt16BE(4) : exif.content.readUInt32BE(4));
}

/** Where an item lies, as the box `iloc` says; none if it is in several parts, or elsewhere than in the file itself. */
function rangeOf(places: Buffer, itemId: number): Range | undefined {
  const version = places[0]!;
  const wide = version < 2 ? 2 : 4;
  const sizes = [places[4]! >> 4, places[4]! & 15, places[5]! >> 4, version > 0 ? places[5]! & 15 : 0];
  let at = 6;
  const next = (bytes: number): number => {
    at += bytes;
    if (bytes === 0) return 0;
    return bytes === 8 ? Number(places.readBigUInt64BE(at - 8)) : places.readUIntBE(at - bytes, bytes);
  };
  const [offsetSize, lengthSize, baseSize, indexSize] = sizes as [number, number, number, number];
  for (let left = next(wide); left > 0; left -= 1) {
    const id = next(wide);
    const method = version > 0 ? next(2) & 15 : 0;
    const otherFile = next(2);
    const base = next(baseSize);
    const parts = next(2);
    let range: Range | undefined;
    for (let part = 0; part < parts; part += 1) {
      next(indexSize);
      const start = base + next(offsetSize);
      range = { start, end: start + next(lengthSize) };
    }
    if (id === itemId) return method === 0 && otherFile === 0 && parts === 1 ? range : undefined;
  }
  return undefined;
}

/** The boxes that a box consists of. */
function boxesIn(content: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= content.length;) {
    const size = content.readUInt32BE(at);
    if (size < 8 || at + size > content.length) break;
    boxes.push({ type: content.toString('latin1', at + 4, at + 8), content: content.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}
