import type { ByteSource, Range } from './bytes.js';

/** Maximum number of top-level boxes up to `meta`, and maximum bytes of `meta`; cameras write fewer. */
const BOXES_MAX = 100;
const META_MAX = 2 * 1024 * 1024;

/** A box of the ISO base media file format (ISO/IEC 14496-12), without its header. */
export interface Box {
  type: string;
  content: Buffer;
}

/** An item of a HEIC or AVIF: a picture, a tile, an EXIF block. */
export interface Item {
  id: number;
  type: string;
  /** The ranges of the file that hold its content, in order; empty if unknown. */
  extents: Range[];
  /** Its content, if that is in the box `idat` instead of the file's data. */
  inline: Buffer | null;
  /** Its properties, such as its size. */
  properties: Box[];
  /** The items that it refers to, by the type of the reference. */
  references: Map<string, number[]>;
}

/** The items of a HEIC or AVIF. */
export interface Items {
  primary: Item | undefined;
  byId: Map<number, Item>;
}

/**
 * Reads the items of a HEIC or AVIF (ISO/IEC 23008-12) from its box `meta`; `null` if it has none, or one of more
 * than 2 MB.
 * @throws RangeError for a list that is cut off
 */
export async function readItems(source: ByteSource): Promise<Items | null> {
  const meta = await readMeta(source);
  if (!meta) return null;
  const boxes = splitBoxes(meta);
  const box = (type: string): Buffer | undefined => boxes.find((one) => one.type === type)?.content;
  const byId = new Map<number, Item>();
  for (const { id, type } of readItemTypes(box('iinf')))
    byId.set(id, { id, type, extents: [], inline: null, properties: [], references: new Map() });
  addLocations(byId, box('iloc'), box('idat'));
  addProperties(byId, box('iprp'));
  addReferences(byId, box('iref'));
  const primary = box('pitm');
  const primaryId = primary && (primary[0] === 0 ? primary.readUInt16BE(4) : primary.readUInt32BE(4));
  return { primary: byId.get(primaryId ?? 0), byId };
}

/** Returns the bytes of an item's content; 0 if its location is unknown. */
export function itemLength({ inline, extents }: Item): number {
  return inline ? inline.length : extents.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Reads the content of an item; undefined if its location is unknown or it has more than `max` bytes. */
export async function readItem(source: ByteSource, item: Item, max: number): Promise<Buffer | undefined> {
  const length = itemLength(item);
  if (length === 0 || length > max) return undefined;
  if (item.inline) return item.inline;
  const parts: Buffer[] = [];
  for (const { start, end } of item.extents)
    parts.push(Buffer.from((await source.from(start, end - start)).subarray(0, end - start)));
  return Buffer.concat(parts);
}

/** Splits the content of a box into boxes. Stops at the first invalid one. */
export function splitBoxes(content: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= content.length;) {
    const stated = content.readUInt32BE(at);
    // A box of size 0 extends to the end.
    const size = stated === 0 ? content.length - at : stated;
    if (size < 8 || at + size > content.length) break;
    boxes.push({ type: content.toString('latin1', at + 4, at + 8), content: content.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

async function readMeta(source: ByteSource): Promise<Buffer | undefined> {
  let at = 0;
  for (let count = 0; count < BOXES_MAX; count += 1) {
    const head = await source.from(at, 16);
    if (head.length < 16) return undefined;
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const headSize = short === 1 ? 16 : 8;
    if (head.toString('latin1', 4, 8) === 'meta') {
      if (size > META_MAX || size < headSize + 4) return undefined;
      return Buffer.from((await source.from(at, size)).subarray(headSize + 4, size));
    }
    if (size < headSize) return undefined;
    at += size;
  }
  return undefined;
}

function readItemTypes(list: Buffer | undefined): { id: number; type: string }[] {
  if (!list) return [];
  return splitBoxes(list.subarray(list[0] === 0 ? 6 : 8)).flatMap(({ type, content }) => {
    const version = content[0];
    if (type !== 'infe' || (version !== 2 && version !== 3)) return [];
    const at = version === 2 ? 6 : 8;
    const id = version === 2 ? content.readUInt16BE(4) : content.readUInt32BE(4);
    return [{ id, type: content.toString('latin1', at + 2, at + 6) }];
  });
}

/** Reads consecutive big-endian numbers of different sizes. Throws a RangeError beyond the end. */
class Fields {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  next(size: number): number {
    this.at += size;
    if (size === 0) return 0;
    return size === 8 ? Number(this.bytes.readBigUInt64BE(this.at - 8)) : this.bytes.readUIntBE(this.at - size, size);
  }

  get isLeft(): boolean {
    return this.at < this.bytes.length;
  }
}

/** Adds the locations of the items, from the box `iloc`: in the file itself, or in the box `idat`. */
function addLocations(items: Map<number, Item>, places: Buffer | undefined, inline: Buffer | undefined): void {
  if (!places) return;
  const version = places[0]!;
  const idSize = version < 2 ? 2 : 4;
  const [offsetSize, lengthSize] = [places[4]! >> 4, places[4]! & 15];
  const [baseSize, indexSize] = [places[5]! >> 4, version > 0 ? places[5]! & 15 : 0];
  const fields = new Fields(places, 6);
  for (let left = fields.next(idSize); left > 0; left -= 1) {
    const item = items.get(fields.next(idSize));
    const method = version > 0 ? fields.next(2) & 15 : 0;
    const otherFile = fields.next(2);
    const base = fields.next(baseSize);
    const extents: Range[] = [];
    for (let parts = fields.next(2); parts > 0; parts -= 1) {
      fields.next(indexSize);
      const start = base + fields.next(offsetSize);
      extents.push({ start, end: start + fields.next(lengthSize) });
    }
    if (!item || otherFile !== 0) continue;
    if (method === 0) item.extents = extents;
    if (method === 1 && inline)
      item.inline = Buffer.concat(extents.map(({ start, end }) => inline.subarray(start, end)));
  }
}

function addProperties(items: Map<number, Item>, box: Buffer | undefined): void {
  const parts = box ? splitBoxes(box) : [];
  const properties = splitBoxes(parts.find(({ type }) => type === 'ipco')?.content ?? Buffer.alloc(0));
  for (const { content } of parts.filter(({ type }) => type === 'ipma')) {
    const isWide = (content[3]! & 1) === 1;
    const fields = new Fields(content, 4);
    for (let left = fields.next(4); left > 0; left -= 1) {
      const item = items.get(fields.next(content[0] === 0 ? 2 : 4));
      for (let count = fields.next(1); count > 0; count -= 1) {
        const index = isWide ? fields.next(2) & 0x7fff : fields.next(1) & 0x7f;
        const property = properties[index - 1];
        if (property) item?.properties.push(property);
      }
    }
  }
}

function addReferences(items: Map<number, Item>, box: Buffer | undefined): void {
  if (!box) return;
  const idSize = box[0] === 0 ? 2 : 4;
  for (const { type, content } of splitBoxes(box.subarray(4))) {
    const fields = new Fields(content, 0);
    const item = items.get(fields.next(idSize));
    const to = item?.references.get(type) ?? [];
    for (let left = fields.next(2); left > 0; left -= 1) to.push(fields.next(idSize));
    item?.references.set(type, to);
  }
}
