import { writeProfile, type Chromaticity } from './icc-profile.js';

/** The colour coding that HEIC and AVIF (`nclx`) and PNG (`cICP`) state, in the numbers of ITU-T H.273. */
export interface CodePoints {
  primaries: number;
  transfer: number;
}

const D65: Chromaticity = [0.3127, 0.329];
const PRIMARIES: Partial<Record<number, { name: string; colours: Chromaticity[]; white: Chromaticity }>> = {
  1: {
    name: 'BT.709',
    colours: [
      [0.64, 0.33],
      [0.3, 0.6],
      [0.15, 0.06],
    ],
    white: D65,
  },
  9: {
    name: 'BT.2020',
    colours: [
      [0.708, 0.292],
      [0.17, 0.797],
      [0.131, 0.046],
    ],
    white: D65,
  },
  11: {
    name: 'DCI-P3',
    colours: [
      [0.68, 0.32],
      [0.265, 0.69],
      [0.15, 0.06],
    ],
    white: [0.314, 0.351],
  },
  12: {
    name: 'Display P3',
    colours: [
      [0.68, 0.32],
      [0.265, 0.69],
      [0.15, 0.06],
    ],
    white: D65,
  },
};

/** Luminance of white paper in HDR pictures, in cd/m² (ITU-R BT.2408). Brighter colours become white. */
const PAPER_WHITE = 203;

/**
 * The functions from signal to light, both from 0 to 1, by `transfer`. Photos with any other value are shown as sRGB.
 */
const LIGHT_BY_TRANSFER: Partial<Record<number, (signal: number) => number>> = {
  4: (signal) => signal ** 2.2,
  5: (signal) => signal ** 2.8,
  8: (signal) => signal,
  16: (signal) => (10_000 / PAPER_WHITE) * perceptualQuantizer(signal),
  // The reference white of hybrid log-gamma is the signal 0.75; 1.2 is the gamma of its reference screen.
  18: (signal) => (hybridLogGamma(signal) / hybridLogGamma(0.75)) ** 1.2,
};

/** Returns an ICC profile for code points; `null` for sRGB, and for numbers without a known meaning. */
export function profileOfCodePoints({ primaries, transfer }: CodePoints): Buffer | null {
  const light = LIGHT_BY_TRANSFER[transfer];
  const primaryColours = PRIMARIES[primaries] ?? (light ? PRIMARIES[1] : undefined);
  if (!primaryColours || (primaryColours === PRIMARIES[1] && !light)) return null;
  return writeProfile({ ...primaryColours, light: light ?? srgb });
}

function srgb(signal: number): number {
  return signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4;
}

/** The transfer function of SMPTE ST 2084; returns the light as a share of 10,000 cd/m². */
function perceptualQuantizer(signal: number): number {
  const root = signal ** (32 / 2523);
  const [above, below] = [Math.max(root - 107 / 128, 0), 2413 / 128 - (2392 / 128) * root];
  return (above / below) ** (8192 / 1305);
}

/** The inverse transfer function of ITU-R BT.2100; returns the light of the scene. */
function hybridLogGamma(signal: number): number {
  if (signal <= 0.5) return signal ** 2 / 3;
  return (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}
