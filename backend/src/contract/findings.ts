import { GOOGLE_GOOD_PX, GOOGLE_MIN_BYTES, GOOGLE_MIN_PX } from './delivery-rules.js';

/** What is found about a photo when it is uploaded. Findings advise; none of them blocks anything. Free of framework code. */

/** What Google does not want in a photo, and no check of the product can see. */
export const NOT_CHECKED = 'Not checked: text, phone numbers and addresses in the picture.';

/** What may be found, the gravest first. */
export const FINDING_KINDS = ['tiny', 'light', 'duplicate', 'cmyk', 'blurred', 'dark', 'small'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** What is measured of a photo's pixels. */
export interface PictureChecks {
  /** Mean strength of edges (the positive part of the Laplacian) in the most detailed tenth of the photo, at 480 px and at 120 px. */
  detail: number;
  coarseDetail: number;
  /** Share of pixels at edges that no blurred photo has, from 0 to 1; absent for photos of earlier versions. */
  sharpEdges?: number;
  /** Mean luma, from 0 to 255. */
  brightness: number;
  /** Share of pixels that are almost black, from 0 to 1. */
  nearBlack: number;
  /** Whether its colours are those of print; absent for photos of earlier versions. */
  isCmyk?: boolean;
}

/** Another photo of the same client with the same picture. */
export interface DuplicateOf {
  imageId: string;
  momentId: string;
}

/** What is known of a photo. `bytes` and `checks` are `null` for photos of earlier versions of the product. */
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

// Of 28 photos, sharp ones had 0.24 to 0.7 of their coarse detail and at least 1.8; blurred by 0.4 % of their length, all but one
// had less than 0.2, or no more than the noise of a JPEG.
const BLURRED_SHARE = 0.2;
const BLURRED_DETAIL = 1.3;
/** Letters and drawings on a plain ground have few edges, all of them sharp: hardly any detail, and yet nothing is blurred. */
const SHARP_SHARE = 0.001;
/** A surface without any detail, such as a sky, may as well be sharp. */
const FLAT_DETAIL = 1.5;
const DARK_BRIGHTNESS = 40;
const DARK_SHARE = 0.75;

const shortSide = ({ width, height }: PhotoFacts): number => Math.min(width, height);
const size = ({ width, height }: PhotoFacts): string => `${width} × ${height} px`;

/** Little detail is left then, and what there is says nothing about sharpness. */
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
