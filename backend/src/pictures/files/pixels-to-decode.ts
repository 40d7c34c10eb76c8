import { IMAGE_MAX_BYTES } from '../../contract/limits.js';
import { readItem, readItems, itemLength, type Item, type Items } from './boxes.js';
import type { ByteSource } from './bytes.js';
import { codedInAv1, codedInHevc, isAlpha, statedPixels } from './coded-size.js';

/** Maximum depth of nested tiles; photos have one level. */
const DEPTH_MAX = 8;
/** Minimum number of pixels that an item counts as, because each one needs a decoder of its own. */
const PIXELS_MIN = 64 * 64;
/** Maximum bytes of a description of tiles or layers, which has two offsets for each layer. */
const DESCRIPTION_MAX = 1024 * 1024;
const CODINGS: Partial<Record<string, typeof codedInHevc>> = { hvc1: codedInHevc, hev1: codedInHevc, av01: codedInAv1 };
/** Maximum bytes that are read for all items, because many items can refer to the same bytes. */
const BYTES_MAX = 512 * 1024 * 1024;

/**
 * Counts the pixels that are decoded and assembled for the main picture of a HEIC or AVIF, by the coded sizes of its
 * parts: tiles, overlays and alpha planes, each as often as it is referred to. `Infinity` for parts that contain each
 * other.
 */
export async function pixelsToDecode(source: ByteSource): Promise<number> {
  try {
    const items = await readItems(source);
    return items?.primary ? await new PixelSum(source, items).total(items.primary, 0) : 0;
  } catch (error) {
    // The list of items is cut off; the decoder refuses such a file.
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

class PixelSum {
  private readonly known = new Map<number, number>();
  private readonly alphaOf = new Map<number, Item[]>();
  private bytes = 0;

  constructor(
    private readonly source: ByteSource,
    private readonly items: Items,
  ) {
    for (const item of items.byId.values()) {
      if (!isAlpha(item.properties)) continue;
      for (const id of item.references.get('auxl') ?? []) this.alphaOf.set(id, [...(this.alphaOf.get(id) ?? []), item]);
    }
  }

  async total(item: Item, depth: number): Promise<number> {
    const known = this.known.get(item.id);
    if (known !== undefined) return known;
    if (depth > DEPTH_MAX) return Infinity;
    // Set before the parts are counted, so that an item that contains itself counts as infinite.
    this.known.set(item.id, Infinity);
    let sum = await this.ownPixels(item);
    const parts = (item.references.get('dimg') ?? []).flatMap((id) => this.items.byId.get(id) ?? []);
    for (const part of [...parts, ...(this.alphaOf.get(item.id) ?? [])]) sum += await this.total(part, depth + 1);
    this.known.set(item.id, sum);
    return sum;
  }

  private async ownPixels(item: Item): Promise<number> {
    const { type, properties } = item;
    const stated = statedPixels(properties);
    if (type === 'grid' || type === 'iovl') return Math.max(stated, await this.canvasPixels(item), PIXELS_MIN);
    const coded = CODINGS[type];
    if (!coded) return Math.max(stated, PIXELS_MIN);
    const length = itemLength(item);
    this.bytes += length;
    if (length > IMAGE_MAX_BYTES || this.bytes > BYTES_MAX) return Infinity;
    const content = await readItem(this.source, item, length);
    const { pixels, pictures } = coded(properties, content ?? Buffer.alloc(0));
    return Math.max(stated, pixels, PIXELS_MIN) * pictures;
  }

  /**
   * Returns the pixels of the picture that tiles or layers are assembled to, by its description (ISO/IEC 23008-12,
   * 6.6.2).
   */
  private async canvasPixels(item: Item): Promise<number> {
    const content = await readItem(this.source, item, DESCRIPTION_MAX);
    if (!content) return 0;
    const at = item.type === 'grid' ? 4 : 10;
    const wide = (content[1]! & 1) === 1 ? 4 : 2;
    return content.readUIntBE(at, wide) * content.readUIntBE(at + wide, wide);
  }
}
