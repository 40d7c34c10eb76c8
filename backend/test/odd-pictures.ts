import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { withSegment } from './faults/files-pictures.js';

/** Pictures as programs write them that are not strict, made byte by byte. */

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** One of the small pictures of `test/pictures`, or `photo.heic`. */
export function storedPicture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, name === 'photo.heic' ? name : `pictures/${name}`));
}

/** A picture of a few colours: red at the left, blue at the right, green below. */
export function plainPicture(width = 300, height = 200): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    pixels.set([235 * (1 - x), 200 * y, 235 * x], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Bytes before the first segment of this kind. */
export function before(jpeg: Buffer, marker: number, inserted: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, marker]));
  return Buffer.concat([jpeg.subarray(0, at), inserted, jpeg.subarray(at)]);
}

/** A JPEG without its end marker. */
export function withoutEnd(jpeg: Buffer): Buffer {
  return jpeg.subarray(0, jpeg.lastIndexOf(END_OF_JPEG));
}

/** A JPEG with an EXIF block. */
export function jpegWithExif(jpeg: Buffer, block: Buffer): Buffer {
  return withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), block]));
}

/** A PNG with a chunk before its pixels or behind them. */
export function pngWith(png: Buffer, type: string, content: Buffer, where: 'IDAT' | 'IEND'): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  const at = png.indexOf(where) - 4;
  return Buffer.concat([png.subarray(0, at), length, body, sum, png.subarray(at)]);
}

type Size = [width: number, height: number];

/** What a HEIC is made of. */
export interface HeicItem {
  id: number;
  type: string;
  content: Buffer;
  /** Boxes that say something of it, with their headings. */
  properties: Buffer[];
  /** The items that it is made of. */
  parts?: number[];
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([bytes(8 + body.length, 4), Buffer.from(type, 'latin1'), body]);
}

function bytes(value: number, size: number): Buffer {
  const made = Buffer.alloc(size);
  made.writeUIntBE(value, 0, size);
  return made;
}

/** The box that states a size, whether that is true or not. */
export function stated(width: number, height: number): Buffer {
  return box('ispe', bytes(0, 4), bytes(width, 4), bytes(height, 4));
}

/** The description of a grid of tiles. */
export function grid(rows: number, columns: number, width: number, height: number): Buffer {
  return Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), bytes(width, 2), bytes(height, 2)]);
}

/** The description of layers that lie over each other, each in the upper left corner. */
export function overlay(layers: number, width: number, height: number): Buffer {
  return Buffer.concat([Buffer.alloc(10), bytes(width, 2), bytes(height, 2), Buffer.alloc(layers * 4)]);
}

/** A HEIC of these items, of which the first one is shown. */
export function heicOf(items: HeicItem[]): Buffer {
  const full = (version: number) => bytes(version * 2 ** 24, 4);
  // Those of several items are there once.
  const properties = [...new Set(items.flatMap((item) => item.properties))];
  const contents = [...new Set(items.map(({ content }) => content))];
  const associations = items.map((item) => {
    const indices = item.properties.map((one) => bytes(0x8000 + properties.indexOf(one) + 1, 2));
    return Buffer.concat([bytes(item.id, 2), bytes(indices.length, 1), ...indices]);
  });
  const head = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const meta = (start: number): Buffer => {
    const places = items.map(({ id, content }) => {
      const at = start + Buffer.concat(contents.slice(0, contents.indexOf(content))).length;
      return Buffer.concat([bytes(id, 2), bytes(0, 2), bytes(1, 2), bytes(at, 4), bytes(content.length, 4)]);
    });
    const names = items.map(({ id, type }) =>
      box('infe', full(2), bytes(id, 2), bytes(0, 2), Buffer.from(`${type}\0`, 'latin1')),
    );
    const parts = items.flatMap(({ id, parts: ids }) =>
      ids ? [box('dimg', bytes(id, 2), bytes(ids.length, 2), ...ids.map((part) => bytes(part, 2)))] : [],
    );
    return box(
      'meta',
      full(0),
      box('hdlr', full(0), Buffer.from('\0\0\0\0pict', 'latin1'), Buffer.alloc(13)),
      box('pitm', full(0), bytes(items[0]!.id, 2)),
      box('iloc', full(0), bytes(0x4400, 2), bytes(items.length, 2), ...places),
      box('iinf', full(0), bytes(items.length, 2), ...names),
      box('iref', full(0), ...parts),
      box(
        'iprp',
        box('ipco', ...properties),
        box('ipma', Buffer.from([0, 0, 0, 1]), bytes(items.length, 4), ...associations),
      ),
    );
  };
  const start = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(start), box('mdat', ...contents)]);
}

/** The coded picture of `photo.heic`, of 800 × 600 pixels, and the box that says how it is coded. */
export function codedPhoto(): { content: Buffer; config: Buffer } {
  const file = storedPicture('photo.heic');
  const config = file.indexOf('hvcC') - 4;
  // As its box `iloc` says.
  return {
    content: file.subarray(0x39e, 0x39e + 0x2d4c),
    config: file.subarray(config, config + file.readUInt32BE(config)),
  };
}

/** Items that are all the same coded photo, of which this size is said. */
export function copies(count: number, ofEach: Size): HeicItem[] {
  const { content, config } = codedPhoto();
  const properties = [config, stated(...ofEach)];
  return Array.from({ length: count }, (_, index) => ({ id: index + 2, type: 'hvc1', content, properties }));
}

/** A grid of tiles that are all the same coded photo, with the size that is said of each, and of the whole. */
export function tiles(rows: number, columns: number, ofTile: Size, ofWhole: Size): Buffer {
  const parts = copies(rows * columns, ofTile);
  const whole = { id: 1, type: 'grid', content: grid(rows, columns, ...ofWhole), properties: [stated(...ofWhole)] };
  return heicOf([{ ...whole, parts: parts.map(({ id }) => id) }, ...parts]);
}
