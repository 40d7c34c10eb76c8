import { GOOGLE_GOOD_PX, GOOGLE_MIN_BYTES, GOOGLE_MIN_PX } from './delivery-rules.js';

/** What is found about a photo when it is uploaded. Findings advise; none of them blocks anything. Free of framework code. */

/** What Google does not accept in a photo, and the product does not check. */
export const NOT_CHECKED = 'Not checked: text, phone numbers and addresses in the picture.';

/** Kinds of findings, the most severe first. */
export const FINDING_KINDS = ['tiny', 'light', 'duplicate', 'cmyk', 'blurred', 'dark', 'small'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** Measurements of a photo's pixels. */
export interface PictureChecks {
  /**
   * Mean strength of edges (the positive part of the Laplacian) in the most detailed tenth of the photo, at 480 px.
   */
  detail: number;
  /** The same at 120 px. */
  coarseDetail: number;
  /** Share of pixels at edges that no blurred photo has, from 0 to 1; absent for photos of earlier versions. */
  sharpEdges?: number;
  /** Mean luma, from 0 to 255. */
  brightness: number;
  /** Share of pixels that are almost black, from 0 to 1. */
  nearBlack: number;
  /** Whether its colours are CMYK; absent for photos of earlier versions of the product. */
  isCmyk?: boolean;
}

/** Another photo of the same client with the same picture. */
export interface DuplicateOf {
  imageId: string;
  momentId: string;
}

/**
 * The facts that findings are made from. `bytes` and `checks` are `null` for photos of earlier versions of the
 * product.
 */
export interface PhotoFacts {
  width: number;
  height: number;
  bytes: number | null;
  checks: PictureChecks | null;
  duplicateId: string | null;
  duplicateMomentId: string | null;
  ignoredFindings: FindingKind[];
}

interface FindingRule {
  /** In a few words. */
  label: string;
  isFound: (photo: PhotoFacts) => boolean;
  /** What is found and what to do, in a sentence or two. */
  message: (photo: PhotoFacts) => string;
}

// Measured with 28 photos: of sharp ones, `detail` was at least 1.8, and 0.24 to 0.7 of `coarseDetail`. Blurred by
// 0.4 % of their length, all but one had less than 0.2 of `coarseDetail`, or only the noise of JPEG compression.
const BLURRED_SHARE = 0.2;
const BLURRED_DETAIL = 1.3;
/**
 * Letters and drawings on a plain background have little detail, but sharp edges: from this share on, a photo is not
 * blurred.
 */
const SHARP_SHARE = 0.001;
/** Below this `coarseDetail`, such as of a sky, sharpness cannot be judged. */
const FLAT_DETAIL = 1.5;
const DARK_BRIGHTNESS = 40;
const DARK_SHARE = 0.75;

const shortSide = ({ width, height }: PhotoFacts): number => Math.min(width, height);
const size = ({ width, height }: PhotoFacts): string => `${width} × ${height} px`;

/** In a dark photo, sharpness cannot be judged either. */
const isDark = ({ brightness, nearBlack }: PictureChecks): boolean =>
  brightness < DARK_BRIGHTNESS || nearBlack > DARK_SHARE;

const FINDING_RULES: Record<FindingKind, FindingRule> = {
  tiny: {
    label: `Smaller than ${GOOGLE_MIN_PX} px`,
    isFound: (photo) => shortSide(photo) < GOOGLE_MIN_PX,
    message: (photo) =>
      `This photo has ${size(photo)}, and Google takes none below ${GOOGLE_MIN_PX} × ${GOOGLE_MIN_PX} px. Replace it with a larger one.`,
  },
  small: {
    label: `Smaller than ${GOOGLE_GOOD_PX} px`,
    isFound: (photo) => shortSide(photo) >= GOOGLE_MIN_PX && shortSide(photo) < GOOGLE_GOOD_PX,
    message: (photo) =>
      `This photo has ${size(photo)}, and Google recommends ${GOOGLE_GOOD_PX} × ${GOOGLE_GOOD_PX} px or more. Replace it if there is a larger one.`,
  },
  light: {
    label: 'Smaller than 10 kB',
    isFound: ({ bytes }) => bytes !== null && bytes < GOOGLE_MIN_BYTES,
    message: () => 'This file has less than 10 kB, which Google does not take. Replace it with one of better quality.',
  },
  cmyk: {
    label: 'Colours of print (CMYK)',
    isFound: ({ checks }) => checks?.isCmyk === true,
    message: () =>
      'This photo has the colours of print (CMYK), which programs show in different ways. Export it in RGB, and replace it.',
  },
  blurred: {
    label: 'Blurred',
    isFound: ({ checks }) =>
      checks !== null &&
      !isDark(checks) &&
      checks.coarseDetail >= FLAT_DETAIL &&
      (checks.sharpEdges ?? 0) < SHARP_SHARE &&
      (checks.detail < BLURRED_DETAIL || checks.detail < BLURRED_SHARE * checks.coarseDetail),
    message: () => 'This photo looks blurred. Replace it with a sharper one.',
  },
  dark: {
    label: 'Very dark',
    isFound: ({ checks }) => checks !== null && isDark(checks),
    message: () => 'This photo is very dark. Replace it with a brighter one.',
  },
  duplicate: {
    label: 'Copy of another photo',
    isFound: ({ duplicateId }) => duplicateId !== null,
    message: () => 'This is the same picture as another photo of this client. Replace or delete one of them.',
  },
};

/** Something that was found about a photo. */
export interface FindingView {
  kind: FindingKind;
  /** In a few words. */
  label: string;
  /** What is found and what to do about it. */
  message: string;
  /** Whether staff said that it does not matter for this file. */
  isIgnored: boolean;
  /** The other photo, of a copy; `null` for all others. */
  duplicateOf: DuplicateOf | null;
}

/** All that is found about a photo, ignored findings too. */
export function findingsOf(photo: PhotoFacts): FindingView[] {
  return FINDING_KINDS.filter((kind) => FINDING_RULES[kind].isFound(photo)).map((kind) => ({
    kind,
    label: FINDING_RULES[kind].label,
    message: FINDING_RULES[kind].message(photo),
    isIgnored: photo.ignoredFindings.includes(kind),
    duplicateOf: kind === 'duplicate' ? duplicateOf(photo) : null,
  }));
}

function duplicateOf({ duplicateId, duplicateMomentId }: PhotoFacts): DuplicateOf | null {
  return duplicateId && duplicateMomentId ? { imageId: duplicateId, momentId: duplicateMomentId } : null;
}
