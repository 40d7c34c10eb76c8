import sharp, { type Sharp } from 'sharp';
import type { PictureChecks } from '../contract/findings.js';

/** Measurements of a picture, for findings and for the search for copies. */
export interface Measurements {
  checks: PictureChecks;
  /**
   * 64 characters `0` or `1`, which differ in only a few places between copies: whether each of the 64 lowest
   * frequencies (DCT-II of 32 × 32 px) is above their median. `null` for a picture of one colour, which would be
   * hashed by its noise.
   *
   * The package sharp-phash is not used: it computes all 1024 frequencies, which takes 0.1 seconds in a decoder,
   * whose JavaScript is not compiled.
   */
  perceptualHash: string | null;
}

/** Decoded pixels. */
interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

const COARSE_PX = 120;
const TILES = 8;
/** Index of the tile that is measured, by descending detail: the least detailed one of the best tenth. */
const DETAILED_TILE = 6;
// Gains that keep precision when values are rounded to whole numbers, and cut off at 255 so that a strong edge counts
// no more than a fine one.
const FINE_GAIN = 8;
const COARSE_GAIN = 2;
/**
 * Minimum strength of a sharp edge. In 60 photos, the 99.9th percentile was 37 or more in sharp ones, 18 or less in
 * blurred ones.
 */
const SHARP_EDGE = 28;
/** Side of the squares in which the pixels with sharp edges are averaged. */
const SQUARE_PX = 8;
const LAPLACIAN = [0, -1, 0, -1, 4, -1, 0, -1, 0];
const NEAR_BLACK = 20;
const HASH_PX = 32;
const FREQUENCIES = 8;
/** Minimum range of the frequencies. A surface of one colour with camera noise has 25, photos have 700 or more. */
const HASH_MIN_RANGE = 200;

const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Array.from({ length: HASH_PX }, (_none, at) => Math.cos(((2 * at + 1) * (frequency + 1) * Math.PI) / (2 * HASH_PX))),
);

/** Measures the pixels of a thumbnail. libvips does all work per pixel; it takes 7 ms in all. */
export async function measurePicture(thumbnail: Sharp): Promise<Measurements> {
  const fine = await toGrey(thumbnail.flatten({ background: 'white' }));
  const inside = { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' } as const;
  const coarse = await toGrey(toSharp(fine).resize(COARSE_PX, COARSE_PX, inside));
  const square = await toGrey(toSharp(coarse).resize(HASH_PX, HASH_PX, { fit: 'fill', kernel: 'cubic' }));
  const edges = await findEdges(fine, FINE_GAIN);
  const detail = await measureDetail(edges, FINE_GAIN);
  const coarseDetail = await measureDetail(await findEdges(coarse, COARSE_GAIN), COARSE_GAIN);
  const sharpEdges = await measureSharpEdges(edges);
  return {
    checks: { detail, coarseDetail, sharpEdges, ...measureLight(square.data) },
    perceptualHash: perceptualHashOf(square.data),
  };
}

function toSharp({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function toGrey(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { data, info };
}

function findEdges(picture: Pixels, gain: number): Promise<Pixels> {
  const kernel = LAPLACIAN.map((weight) => weight * gain);
  return toGrey(toSharp(picture).convolve({ width: 3, height: 3, kernel }));
}

// The most detailed tenth is measured, because a photo with a sharp subject before a blurred background counts as
// sharp.
async function measureDetail(edges: Pixels, gain: number): Promise<number> {
  const tiles = await toGrey(toSharp(edges).resize(TILES, TILES, { fit: 'fill', kernel: 'linear' }));
  return [...tiles.data].sort((one, other) => other - one)[DETAILED_TILE]! / gain;
}

/** Returns the share of pixels at a sharp edge, such as that of a letter. */
async function measureSharpEdges({ data, info }: Pixels): Promise<number> {
  const sharpOnes = await toGrey(toSharp({ data, info }).threshold(SHARP_EDGE * FINE_GAIN));
  const [width, height] = [info.width, info.height].map((side) => Math.ceil(side / SQUARE_PX));
  const squares = await toGrey(toSharp(sharpOnes).resize(width, height, { fit: 'fill', kernel: 'linear' }));
  return squares.data.reduce((sum, share) => sum + share, 0) / 255 / squares.data.length;
}

function measureLight(pixels: Buffer): Pick<PictureChecks, 'brightness' | 'nearBlack'> {
  let sum = 0;
  let black = 0;
  for (const luma of pixels) {
    sum += luma;
    if (luma < NEAR_BLACK) black += 1;
  }
  return { brightness: sum / pixels.length, nearBlack: black / pixels.length };
}

function perceptualHashOf(square: Buffer): string | null {
  const rows = Array.from({ length: HASH_PX }, (_, y) => COSINES.map((wave) => dotProduct(wave, square, y * HASH_PX)));
  const columns = Array.from({ length: FREQUENCIES }, (_, x) => rows.map((row) => row[x]!));
  const frequencies = COSINES.flatMap((wave) => columns.map((column) => dotProduct(wave, column, 0)));
  const sorted = frequencies.toSorted((one, other) => one - other);
  if (sorted.at(-1)! - sorted[0]! < HASH_MIN_RANGE) return null;
  const median = (sorted[31]! + sorted[32]!) / 2;
  return frequencies.map((frequency) => (frequency > median ? '1' : '0')).join('');
}

function dotProduct(wave: number[], values: ArrayLike<number>, start: number): number {
  let sum = 0;
  for (let at = 0; at < HASH_PX; at += 1) sum += wave[at]! * values[start + at]!;
  return sum;
}
