import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { DELIVERY_FORMATS } from '../src/contract/delivery-rules.js';
import { AppError } from '../src/platform/http/errors.js';
import { exifBlock, number, positionFields } from './exif-block.js';
import { jpegWithExif, plainPicture, pngWith, storedPicture } from './odd-pictures.js';
import { deliverPhoto, takeIn } from './photo-files.js';

/** A change of a file: at a place, as a share of its header or of all of it. */
interface Change {
  kind: 'set' | 'insert' | 'remove' | 'repeat' | 'cut';
  isHeader: boolean;
  place: number;
  bytes: number[];
}

/** How many of the files were taken, and how many refused. */
export interface Outcome {
  taken: number;
  refused: number;
}

const HEADER_BYTES = 400;
const EXIF = exifBlock({
  picture: { 0x0112: number(3, 6) },
  camera: { 0x9003: { text: '2024:05:06 07:08:09' } },
  position: positionFields(
    [
      [52, 1],
      [31, 1],
      [12, 1],
    ],
    [
      [13, 1],
      [24, 1],
      [18, 1],
    ],
  ),
});

/** Where a change breaks nothing that is shown. */
const COMMENT = Buffer.from(`Comment\0${'of no account '.repeat(20)}`);

/** Small pictures of all kinds, by name. A HEIC takes a process and seconds for each reading. */
async function wholes(): Promise<{ cheap: Record<string, Buffer>; dear: Record<string, Buffer> }> {
  const plain = plainPicture(96, 64);
  const clear = plain.clone().ensureAlpha(0.5);
  const moving = ['red', 'lime'].map((background) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const animation: Sharp = sharp(await Promise.all(moving), { join: { animated: true } });
  const jpeg = (picture: Sharp) => picture.toBuffer();
  return {
    cheap: {
      jpeg: jpegWithExif(await jpeg(plain.clone().withIccProfile('p3').jpeg()), EXIF),
      progressive: jpegWithExif(await jpeg(plain.clone().jpeg({ progressive: true })), EXIF),
      cmyk: jpegWithExif(await jpeg(plain.clone().toColourspace('cmyk').jpeg()), EXIF),
      png: pngWith(pngWith(await plain.clone().png().toBuffer(), 'eXIf', EXIF, 'IEND'), 'tEXt', COMMENT, 'IDAT'),
      interlaced: pngWith(await clear.clone().png({ progressive: true }).toBuffer(), 'eXIf', EXIF, 'IDAT'),
      palette: await plain.clone().png({ palette: true }).toBuffer(),
      'png of Display P3': pngWith(storedPicture('display-p3.png'), 'tEXt', COMMENT, 'IDAT'),
      webp: await plain
        .clone()
        .withExif({ IFD0: { Orientation: '6' } })
        .webp()
        .toBuffer(),
      lossless: await clear.clone().webp({ lossless: true }).toBuffer(),
      avif: await plain.clone().avif({ effort: 0 }).toBuffer(),
      'avif of Display P3': storedPicture('display-p3.avif'),
      gif: await animation.gif().toBuffer(),
    },
    dear: { heic: storedPicture('display-p3.heic'), 'heic with alpha': storedPicture('cut-out.heic') },
  };
}

const CHANGE: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('set', 'set', 'set', 'set', 'insert', 'remove', 'repeat', 'cut'),
  isHeader: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  place: fc.noBias(fc.integer({ min: 0, max: 999 })),
  bytes: fc.array(fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 255)), { minLength: 1, maxLength: 5 }),
});

function changed(whole: Buffer, changes: Change[]): Buffer {
  return changes.reduce((file, { kind, isHeader, place, bytes }) => {
    const within = isHeader ? Math.min(HEADER_BYTES, file.length) : file.length;
    // The first bytes say what it is.
    const at = Math.min(file.length, 4 + Math.floor((place / 1000) * within));
    const given = Buffer.from(bytes);
    const behind = file.subarray(at + bytes.length);
    switch (kind) {
      case 'set':
        return Buffer.concat([file.subarray(0, at), given.subarray(0, file.length - at), behind]);
      case 'insert':
        return Buffer.concat([file.subarray(0, at), given, file.subarray(at)]);
      case 'remove':
        return Buffer.concat([file.subarray(0, at), behind]);
      case 'repeat':
        return Buffer.concat([file.subarray(0, at + bytes.length), file.subarray(at)]);
      case 'cut':
        return file.subarray(0, file.length - bytes.length);
    }
  }, whole);
}

/**
 * Takes changed pictures in as an upload does, and delivers what was taken in every format.
 * @param counts how many of the kinds that are read fast, and of HEIC
 * @param seed of the first failure, to play it again
 * @throws Error naming the seed, the kind and the changes, when a picture that was taken cannot be delivered, or as another one
 */
export async function deliverMutated(counts: { cheap: number; dear: number }, seed?: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'mutated-'));
  const outcome = { taken: 0, refused: 0 };
  try {
    for (const [set, files] of Object.entries(await wholes()) as ['cheap' | 'dear', Record<string, Buffer>][]) {
      const changes = fc.array(CHANGE, { minLength: 1, maxLength: 2 });
      const property = fc.asyncProperty(fc.constantFrom(...Object.keys(files)), changes, async (name, all) => {
        const isTaken = await deliverIfTaken(folder, changed(files[name]!, all));
        outcome[isTaken ? 'taken' : 'refused'] += 1;
      });
      await fc.assert(property, { numRuns: counts[set], seed, endOnFailure: true, includeErrorInReport: true });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return outcome;
}

async function deliverIfTaken(folder: string, file: Buffer): Promise<boolean> {
  const taken = await takeIn(folder, file).catch((error: unknown) => {
    if (error instanceof AppError && [413, 415].includes(error.getStatus())) return null;
    throw error;
  });
  if (!taken) return false;
  const { read, path } = taken;
  try {
    for (const format of DELIVERY_FORMATS) {
      const { picture, file: made } = await deliverPhoto(folder, taken, format);
      const { data, info } = await small(sharp(made, { failOn: 'truncated' }));
      const { data: shown } = await small(sharp(read.previewPath));
      const off = data.reduce((sum, sample, at) => sum + Math.abs(sample - shown[at]!), 0) / data.length;
      if (off > 8) throw new Error(`as ${format}, ${picture.pixels}, it is ${off} away from what was shown`);
      if (info.channels !== 3) throw new Error(`as ${format} it has ${info.channels} channels`);
      const size = await sharp(made).metadata();
      const stated = [size.autoOrient.width, size.autoOrient.height];
      if (String(stated) !== String([picture.width, picture.height]))
        throw new Error(
          `as ${format} it is said to have ${picture.width} × ${picture.height}, and has ${String(stated)}`,
        );
    }
  } finally {
    await Promise.all([path, read.previewPath, read.thumbnailPath, read.aiPath].map((one) => rm(one, { force: true })));
  }
  return true;
}

/** In sRGB first: colours of print are no sums of each other. */
async function small(picture: Sharp) {
  const upright = picture.autoOrient().flatten({ background: 'white' }).toColourspace('srgb').raw();
  const { data, info } = await upright.toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const shrunk = sharp(data, { raw }).resize(12, 12, { fit: 'fill', kernel: 'linear' });
  return shrunk.raw().toBuffer({ resolveWithObject: true });
}
