import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodePicture } from '../../src/pictures/decode-picture.js';
import { measurePicture } from '../../src/pictures/measure.js';

/**
 * Reads PHOTO as a decoder does, ROUNDS times, and each time measures its thumbnail once more by itself; sends the milliseconds that
 * each took.
 */

const NO_EXIF = { takenAt: null, position: null, orientation: 1 };
const path = process.env['PHOTO']!;
const folder = await mkdtemp(join(tmpdir(), 'gmb-bench-'));
const times: { whole: number; measuring: number }[] = [];
for (let round = 0; round <= Number(process.env['ROUNDS']); round += 1) {
  const begun = performance.now();
  const { thumbnailPath } = await decodePicture({ path, fileName: 'Photo', folder, exif: NO_EXIF });
  const read = performance.now();
  const { data, info } = await sharp(thumbnailPath).raw().toBuffer({ resolveWithObject: true });
  const small = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const prepared = performance.now();
  await measurePicture(small);
  // The first one loads code.
  if (round > 0) times.push({ whole: read - begun, measuring: performance.now() - prepared });
}
await rm(folder, { recursive: true });
process.send!({ times });
process.on('SIGTERM', () => process.exit(0));
