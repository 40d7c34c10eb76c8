import type { ImageTexts, ShownText } from './image-fields.js';
import type { ReviewImageView } from './images.js';
import type { Language } from './languages.js';
import type { OptimizationTexts, SectionsView } from './optimizations.js';
import type { MomentStatus, OptimizationStatus, Section } from './statuses.js';

/** A moment, as its reviewer sees it: `GET /api/public/{momentId}`. */
export interface ReviewMomentView {
  moment: {
    id: string;
    title: string;
    status: MomentStatus;
    imageCount: number;
    /** By which day the client is asked to decide (`YYYY-MM-DD`); `null` for none. */
    dueOn: string | null;
    isDone: boolean;
    /** When any of it was delivered last; `null` before. */
    deliveredAt: string | null;
  };
  client: { business: string };
}

/** A photo that stands as it was approved and delivered: one of `GET /api/public/{momentId}/delivered`. */
export interface DeliveredPhotoView extends Pick<ImageTexts, ShownText> {
  id: string;
  /** Its place in the moment, from 1. */
  number: number;
  /** At most 1600 and 480 px, WebP. */
  previewUrl: string;
  thumbnailUrl: string;
  /** Of the upright original, in pixels. */
  width: number;
  height: number;
  /** The reviewer, where they approved it by a link of their own. */
  approvedBy: string | null;
  approvedAt: string | null;
  /** `null` where that is not known: it was before photos kept it. */
  deliveredAt: string | null;
  /** What the client had decided on before, where that was something else. */
  before: BeforeView | null;
}

/** What a photo was when the client decided on it before. */
export interface BeforeView extends Pick<ImageTexts, ShownText> {
  /** Why it was rejected; `''` where it had been approved. */
  feedback: string;
}

/** The brand that a page for a client shows. */
export interface ReviewAgency {
  name: string;
  primaryColor: string;
  logoUrl: string | null;
}

/** Brand of a public page: `GET /api/public/{momentId}/branding`. */
export interface ReviewBranding {
  agency: ReviewAgency;
}

/** An optimization, as its reviewer sees it: `GET /api/gmb-optimizations/public/{publicLink}`. */
export interface ReviewOptimizationView {
  optimization: {
    id: string;
    publicLink: string;
    businessName: string;
    status: OptimizationStatus;
    /** By which day the client is asked to decide (`YYYY-MM-DD`); `null` for none. */
    dueOn: string | null;
    /** Sections that could not be written. */
    unwrittenSections: Section[];
    /** Whether a reviewer said in this round that they are done. */
    isDone: boolean;
  } & OptimizationTexts &
    SectionsView;
  client: { business: string };
  branding: ReviewAgency;
}

/** All that a review page shows at first. */
export type ReviewContent =
  | { kind: 'moment'; view: ReviewMomentView; images: ReviewImageView[]; branding: ReviewBranding }
  | { kind: 'optimization'; view: ReviewOptimizationView };

/**
 * Draws a review page: returns `template`, the built empty page, with its content. The frontend's build has it for the API,
 * as `render` of `dist/server/server.mjs`.
 * @param opened the origin and the end of the address that was opened, whether by a phone, and the visitor's language
 */
export type RenderReview = (
  template: string,
  content: ReviewContent,
  opened: { origin: string; link: string; isPhone: boolean; language: Language },
) => string;
