import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { ByteSource } from '../../src/pictures/files/bytes.js';
import { jpegMetadata, splitJpeg } from '../../src/pictures/delivery/jpeg-parts.js';
import type { PhotoTexts } from '../../src/pictures/delivery/photo-facts.js';
import { writeExif } from '../../src/pictures/delivery/write-exif.js';
import { writeIptc } from '../../src/pictures/delivery/write-iptc.js';
import { writeXmp } from '../../src/pictures/delivery/write-xmp.js';
import { serve } from './server.js';

/**
 * A bare export, to compare the product with: the JPEGs of FOLDER as a ZIP, each with the same texts, as it is or, at `/jpeg-80`,
 * encoded again. Nothing of a file is written to the disk.
 */

sharp.cache(false);
sharp.concurrency(1);
const folder = process.env['FOLDER']!;
const texts = JSON.parse(process.env['TEXTS']!) as PhotoTexts;
const STORED = { compress: false };

serve(async (request, response) => {
  const zip = new ZipFile();
  const isEncoded = request.url === '/jpeg-80';
  const sent = pipeline(zip.outputStream as Readable, response.setHeader('Content-Type', 'application/zip'));
  const digests: string[] = [];
  const paths = (await readdir(folder)).toSorted().map((name) => join(folder, name));
  let next = isEncoded ? encoded(paths[0]!) : undefined;
  for (const [index, path] of paths.entries()) {
    const content = next ? Readable.from([await next]) : Readable.from(asItIs(path), { objectMode: false });
    const after = paths[index + 1];
    next = next && after ? encoded(after) : undefined;
    const hash = createHash('sha256');
    await new Promise((resolve, reject) => {
      content.on('data', (chunk: Buffer) => hash.update(chunk));
      content.once('end', resolve).once('error', reject);
      zip.addReadStream(content, `${index + 1}.jpg`, STORED);
    });
    digests.push(hash.digest('hex'));
  }
  zip.addBuffer(Buffer.from(digests.join('\n')), 'manifest.txt', STORED);
  zip.end();
  await sent;
});

async function* asItIs(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    const { head, rest } = await splitJpeg(ByteSource.ofFile(file));
    for (const { start, end } of head) yield* read(path, start, end);
    const { width, height } = await sharp(path).metadata();
    yield metadata(width, height);
    const [first, last] = [rest[0]!, rest.at(-1)!];
    yield* read(path, first.start, last.end);
  } finally {
    await file.close();
  }
}

async function encoded(path: string): Promise<Buffer> {
  const picture = sharp(path, { sequentialRead: true }).autoOrient().jpeg({ quality: 80 });
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return Buffer.concat([data.subarray(0, 2), metadata(info.width, info.height), data.subarray(2)]);
}

function metadata(width: number, height: number): Buffer {
  const exif = writeExif({ texts, position: null, takenAt: null, orientation: 1, width, height });
  return jpegMetadata({ exif, xmp: writeXmp(texts), iptc: writeIptc(texts) });
}

function read(path: string, start: number, end: number): AsyncIterable<Buffer> {
  return createReadStream(path, { start, end: end - 1 });
}
