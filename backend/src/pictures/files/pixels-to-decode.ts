import { IMAGE_MAX_BYTES } from '../../contract/limits.js';
import { bytesOfItem, itemsOf, lengthOf, type Item, type Items } from './boxes.js';
import type { Bytes } from './bytes.js';
import { codedInAv1, codedInHevc, isAlpha, statedPixels } from './coded-size.js';

/** Tiles of tiles of tiles are in no photo. */
const DEPTH_MAX = 8;
/** What the least picture costs, in pixels: its decoder is made for it alone. */
const LEAST = 64 * 64;
/** Bytes of a description of tiles or layers: it has two offsets for each layer. */
const DESCRIPTION_MAX = 1024 * 1024;
const CODINGS: Partial<Record<string, typeof codedInHevc>> = { hvc1: codedInHevc, hev1: codedInHevc, av01: codedInAv1 };
/** Bytes of all items that are looked at: the same bytes can be said to be many items. */
const BYTES_MAX = 512 * 1024 * 1024;

/**
 * Pixels that are decoded and put together for the main picture of a HEIC or AVIF, as its parts really have them: tiles, overlays, what
 * is transparent, each as often as it is referred to. `Infinity` for parts that consist of each other.
 */
export async function pixelsToDecode(source: Bytes): Promise<number> {
  try {
    const items = await itemsOf(source);
    return items?.primary ? await new Sum(source, items).of(items.primary, 0) : 0;
  } catch (error) {
    // What cannot be read so far is refused by its decoder.
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

class Sum {
  private readonly known = new Map<number, number>();
  private readonly alphaOf = new Map<number, Item[]>();
  private bytes = 0;

  constructor(
    private readonly source: Bytes,
    private readonly items: Items,
  ) {
    for (const item of items.byId.values()) {
      if (!isAlpha(item.properties)) continue;
      for (const id of item.references.get('auxl') ?? []) this.alphaOf.set(id, [...(this.alphaOf.get(id) ?? []), item]);
    }
  }

  async of(item: Item, depth: number): Promise<number> {
    const known = this.known.get(item.id);
    if (known !== undefined) return known;
    if (depth > DEPTH_MAX) return Infinity;
    // Until it is known: an item that asks meanwhile is a part of it.
    this.known.set(item.id, Infinity);
    let sum = await this.own(item);
    const parts = (item.references.get('dimg') ?? []).flatMap((id) => this.items.byId.get(id) ?? []);
    for (const part of [...parts, ...(this.alphaOf.get(item.id) ?? [])]) sum += await this.of(part, depth + 1);
    this.known.set(item.id, sum);
    return sum;
  }

  private async own(item: Item): Promise<number> {
    const { type, properties } = item;
    const stated = statedPixels(properties);
    if (type === 'grid' || type === 'iovl') return Math.max(stated, await this.canvas(item), LEAST);
    const coded = CODINGS[type];
    if (!coded) return Math.max(stated, LEAST);
    const length = lengthOf(item);
    this.bytes += length;
    if (length > IMAGE_MAX_BYTES || this.bytes > BYTES_MAX) return Infinity;
    const content = await bytesOfItem(this.source, item, length);
    const { pixels, pictures } = coded(properties, content ?? Buffer.alloc(0));
    return Math.max(stated, pixels, LEAST) * pictures;
  }

  /** Pixels of what tiles or layers are put together to (ISO/IEC 23008-12, 6.6.2), as its own description says. */
  private async canvas(item: Item): Promise<number> {
    const content = await bytesOfItem(this.source, item, DESCRIPTION_MAX);
    if (!content) return 0;
    const at = item.type === 'grid' ? 4 : 10;
    const wide = (content[1]! & 1) === 1 ? 4 : 2;
    return content.readUIntBE(at, wide) * content.readUIntBE(at + wide, wide);
  }
}
