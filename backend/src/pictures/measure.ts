import sharp, { type Sharp } from 'sharp';
import type { PictureChecks } from '../contract/findings.js';

/** What is measured of a picture. */
export interface Measured {
  checks: PictureChecks;
  /**
   * 64 bits, of which copies share all but a few: whether each of the 64 lowest frequencies (DCT-II of 32 × 32 px) is above their
   * median. `null` for a picture of one colour, whose bits would be those of its noise.
   *
   * sharp-phash computes all 1024 frequencies, which takes a tenth of a second in a decoder, whose JavaScript is not compiled.
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
/** Place of the tile that stands for the most detailed tenth. */
const DETAILED = 6;
// Weights so high that little is lost in rounding to whole numbers, and that a sharp edge has no more weight than a fine one.
const FINE_GAIN = 8;
const COARSE_GAIN = 2;
/** An edge that no blurred photo has: of 60 photos, the strongest thousandth had 37 and more where they were sharp, 18 and less where not. */
const SHARP_EDGE = 28;
/** Squares whose pixels with such edges are counted together. */
const SQUARE_PX = 8;
const LAPLACIAN = [0, -1, 0, -1, 4, -1, 0, -1, 0];
const NEAR_BLACK = 20;
const HASH_PX = 32;
const FREQUENCIES = 8;
/** Of a surface of one colour with the noise of a camera it is 25, of photos 700 and more. */
const HASH_MIN_RANGE = 200;

const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Array.from({ length: HASH_PX }, (_none, at) => Math.cos(((2 * at + 1) * (frequency + 1) * Math.PI) / (2 * HASH_PX))),
);

/** Measures the pixels of a thumbnail. What goes over every pixel is done by libvips: 7 ms in all. */
export async function measure(thumbnail: Sharp): Promise<Measured> {
  const fine = await grey(thumbnail.flatten({ background: 'white' }));
  const inside = { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' } as const;
  const coarse = await grey(of(fine).resize(COARSE_PX, COARSE_PX, inside));
  const square = await grey(of(coarse).resize(HASH_PX, HASH_PX, { fit: 'fill', kernel: 'cubic' }));
  const edges = await edgesOf(fine, FINE_GAIN);
  const detail = await detailOf(edges, FINE_GAIN);
  const coarseDetail = await detailOf(await edgesOf(coarse, COARSE_GAIN), COARSE_GAIN);
  const sharpEdges = await shareOfSharp(edges);
  return { checks: { detail, coarseDetail, sharpEdges, ...lightOf(square.data) }, perceptualHash: hashOf(square.data) };
}

function of({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function grey(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { data, info };
}

function edgesOf(picture: Pixels, gain: number): Promise<Pixels> {
  const kernel = LAPLACIAN.map((weight) => weight * gain);
  return grey(of(picture).convolve({ width: 3, height: 3, kernel }));
}

// A sharp subject before a blurred background is a sharp photo.
async function detailOf(edges: Pixels, gain: number): Promise<number> {
  const tiles = await grey(of(edges).resize(TILES, TILES, { fit: 'fill', kernel: 'linear' }));
  return [...tiles.data].sort((one, other) => other - one)[DETAILED]! / gain;
}

/** The share of pixels at an edge that is sharp, such as that of a letter. */
async function shareOfSharp({ data, info }: Pixels): Promise<number> {
  const sharpOnes = await grey(of({ data, info }).threshold(SHARP_EDGE * FINE_GAIN));
  const [width, height] = [info.width, info.height].map((side) => Math.ceil(side / SQUARE_PX));
  const squares = await grey(of(sharpOnes).resize(width, height, { fit: 'fill', kernel: 'linear' }));
  return squares.data.reduce((sum, share) => sum + share, 0) / 255 / squares.data.length;
}

function lightOf(pixels: Buffer): Pick<PictureChecks, 'brightness' | 'nearBlack'> {
  let sum = 0;
  let black = 0;
  for (const luma of pixels) {
    sum += luma;
    if (luma < NEAR_BLACK) black += 1;
  }
  return { brightness: sum / pixels.length, nearBlack: black / pixels.length };
}

function hashOf(square: Buffer): string | null {
  const rows = Array.from({ length: HASH_PX }, (_, y) => COSINES.map((wave) => weighted(wave, square, y * HASH_PX)));
  const columns = Array.from({ length: FREQUENCIES }, (_, x) => rows.map((row) => row[x]!));
  const frequencies = COSINES.flatMap((wave) => columns.map((column) => weighted(wave, column, 0)));
  const sorted = frequencies.toSorted((one, other) => one - other);
  if (sorted.at(-1)! - sorted[0]! < HASH_MIN_RANGE) return null;
  const median = (sorted[31]! + sorted[32]!) / 2;
  return frequencies.map((frequency) => (frequency > median ? '1' : '0')).join('');
}

function weighted(wave: number[], values: ArrayLike<number>, start: number): number {
  let sum = 0;
  for (let at = 0; at < HASH_PX; at += 1) sum += wave[at]! * values[start + at]!;
  return sum;
}
