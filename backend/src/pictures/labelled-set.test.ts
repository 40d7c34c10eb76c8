import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { findingsOf, type FindingKind } from '../contract/findings.js';
import { COPY_MAX_BITS } from '../moments/image-duplicates.queries.js';
import { PHOTO_NAMES, photoPath } from '../../test/photos.js';
import { readPicture, type Picture } from './picture.js';

/**
 * The labelled set: the photos of the stories, and what is made of each of them here, so that the labels are true by construction.
 * Each of the photos is compared with all others of the set.
 */

type Make = (photo: Sharp, size: { width: number; height: number }) => Sharp;

/** Leaves shares of the width and height away, on the left, top, right and bottom. */
const cut =
  (left: number, top: number, right: number, bottom: number): Make =>
  (photo, { width, height }) =>
    photo.extract({
      left: Math.round(width * left),
      top: Math.round(height * top),
      width: Math.round(width * (1 - left - right)),
      height: Math.round(height * (1 - top - bottom)),
    });

const COPIES: Record<string, Make> = {
  'the same file': (photo) => photo,
  'half the size': (photo, { width }) => photo.resize(Math.round(width / 2)),
  '400 px': (photo) => photo.resize(400),
  'JPEG of quality 30': (photo) => photo.jpeg({ quality: 30 }),
  'WebP of quality 60': (photo) => photo.webp({ quality: 60 }),
  PNG: (photo) => photo.png({ compressionLevel: 1 }),
  'cut by 1 %': cut(0.01, 0.01, 0.01, 0.01),
  brighter: (photo) => photo.modulate({ brightness: 1.12 }),
  darker: (photo) => photo.modulate({ brightness: 0.85 }),
  'more colourful': (photo) => photo.modulate({ saturation: 1.4 }),
  'black and white': (photo) => photo.greyscale(),
  sharpened: (photo) => photo.sharpen(),
};

/** Other photos of the same scene: from another place, closer, at an angle. */
const OTHERS: Record<string, Make> = {
  'from the left': cut(0, 0, 0.25, 0),
  'from the right': cut(0.25, 0, 0, 0),
  'from above': cut(0, 0, 0, 0.25),
  closer: cut(0.15, 0.15, 0.15, 0.15),
  mirrored: (photo) => photo.flop(),
  'at an angle': (photo) => photo.rotate(8, { background: '#888' }),
};

const BLURRED: Record<string, Make> = {
  'out of focus': (photo) => photo.blur(8),
  'far out of focus': (photo) => photo.blur(14),
};

const DARK: Record<string, Make> = {
  'a fifth of the light': (photo) => photo.linear(0.17, 0),
  'a tenth of the light': (photo) => photo.linear(0.1, 0),
};

interface Labelled {
  /** The photo that it is made of. */
  photo: string;
  label: string;
  picture: Picture;
}

describe('the labelled set', () => {
  let folder: string;
  const good: Labelled[] = [];
  const made: Record<'copies' | 'others' | 'blurred' | 'dark', Labelled[]> = {
    copies: [],
    others: [],
    blurred: [],
    dark: [],
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'labelled-'));
    for (const photo of PHOTO_NAMES) {
      good.push({ photo, label: 'good', picture: await readPicture(photoPath(photo), photo, folder) });
      const size = (await sharp(photoPath(photo)).metadata()).autoOrient;
      for (const [set, makes] of [
        ['copies', COPIES],
        ['others', OTHERS],
        ['blurred', BLURRED],
        ['dark', DARK],
      ] as const) {
        for (const [label, make] of Object.entries(makes))
          made[set].push({ photo, label, picture: await read(make(sharp(photoPath(photo)).autoOrient(), size)) });
      }
    }
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true }));

  async function read(picture: Sharp): Promise<Picture> {
    const path = join(folder, 'picture');
    await writeFile(path, await picture.toBuffer());
    return readPicture(path, 'picture', folder);
  }

  it('has its copies found, and nothing else', () => {
    const pairs = [...made.copies, ...made.others].flatMap((one) =>
      good.map((other) => ({
        one,
        isLabelled: made.copies.includes(one) && one.photo === other.photo,
        isFound: areCopies(one, other),
      })),
    );
    const different = good.flatMap((one, index) =>
      good.slice(0, index).map((other) => ({ one, isLabelled: false, isFound: areCopies(one, other) })),
    );
    const scored = score([...pairs, ...different]);
    report('copies', scored);
    expect(scored.recall).toBeGreaterThanOrEqual(0.95);
    expect(scored.precision).toBe(1);
  });

  it.each(['blurred', 'dark'] as const)('has its %s photos found, and no good one', (kind) => {
    const all = [...good, ...made.copies.filter(({ label }) => label !== '400 px'), ...made.others, ...made[kind]];
    const rows = all.map((one) => ({
      one,
      isLabelled: made[kind].includes(one),
      isFound: kindsOf(one).includes(kind),
    }));
    const scored = score(rows);
    report(kind, scored);
    expect(scored.recall).toBeGreaterThanOrEqual(0.95);
    expect(scored.precision).toBe(1);
  });

  it.each([
    ['a plain ground', null],
    ['a blurred photo', 20],
  ])('has no letters on %s taken for blurred', async (_ground, blur) => {
    const plain = sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#123a5a' } });
    const photo = sharp(photoPath(PHOTO_NAMES[0]!)).autoOrient().resize(2000, 1500, { fit: 'cover' });
    const ground = await (blur === null ? plain : photo.blur(blur)).png().toBuffer();
    for (const height of [90, 240, 400]) {
      const picture = await read(sharp(ground).composite([{ input: letters(height) }]));
      expect(kindsOf({ photo: 'letters', label: `${height} px`, picture })).toEqual([]);
    }
  });

  it('has no finding about a good photo', () => {
    expect(good.map((one) => [one.photo, kindsOf(one)])).toEqual(good.map(({ photo }) => [photo, []]));
  });
});

/** White letters of this height in two lines: E, as no typeface is needed to draw it. */
function letters(height: number): Buffer {
  const [width, bar] = [height * 0.6, height / 5];
  const letter = (x: number, y: number) =>
    [0, 2, 4].map((row) => `<rect x="${x}" y="${y + row * bar}" width="${width}" height="${bar}"/>`).join('') +
    `<rect x="${x}" y="${y}" width="${bar}" height="${height}"/>`;
  const all = Array.from({ length: 12 }, (_, index) =>
    letter(150 + (index % 6) * height * 0.8, 300 + Math.floor(index / 6) * height * 1.4),
  );
  return Buffer.from(`<svg width="2000" height="1500"><g fill="#fff">${all.join('')}</g></svg>`);
}

interface Row {
  one: Labelled;
  /** Whether it is what is looked for, and whether it was found to be. */
  isLabelled: boolean;
  isFound: boolean;
}

function score(rows: Row[]) {
  const found = rows.filter(({ isFound }) => isFound);
  const labelled = rows.filter(({ isLabelled }) => isLabelled);
  const right = found.filter(({ isLabelled }) => isLabelled);
  return {
    recall: right.length / labelled.length,
    precision: right.length / found.length,
    of: `${labelled.length} among ${rows.length}`,
    wrong: rows.filter((row) => row.isFound !== row.isLabelled).map(({ one }) => `${one.photo}: ${one.label}`),
  };
}

function report(what: string, { recall, precision, of, wrong }: ReturnType<typeof score>): void {
  const figures = `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`;
  process.stdout.write(`${what}: ${figures}, of ${of}; wrong: ${wrong.join(', ') || 'none'}\n`);
}

function areCopies({ picture: one }: Labelled, { picture: other }: Labelled): boolean {
  const [bits, others] = [one.perceptualHash ?? '', other.perceptualHash ?? ''];
  return bits !== '' && others !== '' && [...bits].filter((bit, at) => bit !== others[at]).length <= COPY_MAX_BITS;
}

function kindsOf({ picture }: Labelled): FindingKind[] {
  const unmarked = { duplicateId: null, duplicateMomentId: null, ignoredFindings: [] };
  return findingsOf({ ...picture, ...unmarked, bytes: null }).map(({ kind }) => kind);
}
