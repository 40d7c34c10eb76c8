/** A picture in YCbCr 4:2:0: luma, and two planes of colour differences of half its width and height. */
export interface Planes {
  width: number;
  height: number;
  luma: Plane;
  blue: Plane;
  red: Plane;
  /**
   * Opacity, in the size of luma, 255 is opaque; `null` if the whole picture is. Colours may be multiplied by it
   * already.
   */
  alpha: (Plane & { isPremultiplied: boolean }) | null;
  /** `matrix_coefficients` of ITU-T H.273. */
  matrix: number;
  isFullRange: boolean;
}

export interface Plane {
  samples: Uint8Array;
  /** Bytes from one row to the next. */
  stride: number;
}

/** Weights of red and blue in luma, by `matrix_coefficients`. */
const WEIGHTS: Record<number, [red: number, blue: number]> = {
  1: [0.2126, 0.0722],
  9: [0.2627, 0.0593],
};
/** The weights of ITU-R BT.601, which JPEG uses too; for all other matrices. */
const BT601_WEIGHTS: [red: number, blue: number] = [0.299, 0.114];

/** Writes `count` rows of a picture from the row `from` on as RGB, three bytes per pixel. */
export type WriteRows = (from: number, count: number, to: Uint8ClampedArray) => void;

/** Returns a function that converts rows of a picture to RGB; transparent parts become white. */
export function rgbRows(planes: Planes): WriteRows {
  const opaque = opaqueRows(planes);
  const { alpha, width } = planes;
  if (!alpha) return opaque;
  return (from, count, to) => {
    opaque(from, count, to);
    let at = 0;
    for (let y = from; y < from + count; y += 1) {
      const row = y * alpha.stride;
      for (let x = 0; x < width; x += 1, at += 3) {
        const opacity = alpha.samples[row + x]!;
        if (opacity === 255) continue;
        const share = alpha.isPremultiplied ? 1 : opacity / 255;
        const white = 255 - opacity;
        for (let sample = at; sample < at + 3; sample += 1) to[sample] = to[sample]! * share + white;
      }
    }
  };
}

function opaqueRows({ width, luma, blue, red, matrix, isFullRange }: Planes): WriteRows {
  const [ofRed, ofBlue] = WEIGHTS[matrix] ?? BT601_WEIGHTS;
  const ofGreen = 1 - ofRed - ofBlue;
  const scale = isFullRange ? 1 : 255 / 224;
  const difference = (factor: number) =>
    Float32Array.from({ length: 256 }, (_, value) => (value - 128) * scale * factor);
  const light = Float32Array.from({ length: 256 }, (_, value) => (isFullRange ? value : ((value - 16) * 255) / 219));
  const redToRed = difference(2 * (1 - ofRed));
  const redToGreen = difference((-2 * (1 - ofRed) * ofRed) / ofGreen);
  const blueToGreen = difference((-2 * (1 - ofBlue) * ofBlue) / ofGreen);
  const blueToBlue = difference(2 * (1 - ofBlue));
  return (from, count, to) => {
    let at = 0;
    for (let y = from; y < from + count; y += 1) {
      const [row, half] = [y * luma.stride, y >> 1];
      for (let x = 0; x < width; x += 1) {
        const value = light[luma.samples[row + x]!]!;
        const cb = blue.samples[half * blue.stride + (x >> 1)]!;
        const cr = red.samples[half * red.stride + (x >> 1)]!;
        to[at] = value + redToRed[cr]!;
        to[at + 1] = value + redToGreen[cr]! + blueToGreen[cb]!;
        to[at + 2] = value + blueToBlue[cb]!;
        at += 3;
      }
    }
  };
}
