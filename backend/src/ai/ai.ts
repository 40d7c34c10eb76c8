import type { CaptionField, Section } from '../contract/statuses.js';

/** All that a caption may be drawn from; it must claim nothing that is not in here. */
export interface CaptionInput {
  picture: {
    /** Upright JPEG of at most 1024 px, without metadata. */
    jpeg: Buffer;
    fileName: string;
    /** Size of the upright original, in pixels. */
    width: number;
    height: number;
    /** Local time from EXIF as `YYYY-MM-DDTHH:MM:SS`, if the camera wrote one. */
    takenAt: string | null;
  };
  client: {
    business: string;
    description: string;
    mediaDescription: string;
    serviceAreas: string;
    targetKeywords: string[];
    categories: string[];
    website: string;
    address: string;
  };
  /** Where the picture was taken, as staff entered it; `''` when unknown. */
  address: string;
  /** What the client said no to, and why; only for a rejected image. */
  rejected: { caption: Caption; feedback: string } | null;
}

/** The four fields of a caption. `exifKeywords` is comma-separated. */
export type Caption = Record<CaptionField, string>;

export interface CaptionDraft {
  caption: Caption;
  /** `built-in`, or the model's name. */
  provider: string;
}

/** All that a suggestion for a business profile may be drawn from; it must claim nothing that is not in here. */
export interface SuggestionInput {
  section: Section;
  /** The profile as staff recorded it; texts are `''` when unknown. */
  profile: {
    businessName: string;
    website: string;
    phone: string;
    address: string;
    hours: string;
    categories: string[];
    /** What the profile says now. */
    description: string;
    services: string;
    serviceAreas: string;
    faqs: string;
  };
  /** The client's record. */
  client: {
    business: string;
    description: string;
    serviceAreas: string;
    targetKeywords: string[];
    categories: string[];
    address: string;
  };
  /** What the client's website says; `null` when there is none, or it could not be read. */
  site: WebsiteText | null;
  /** The suggested keywords, for the other sections to use; empty when there are none yet. */
  keywords: string[];
  /** The section's suggestion until now, as it is to be replaced; `''` when there is none. */
  previous: string;
  /** What the client said against `previous`; `''` when nothing. */
  clientFeedback: string;
  /** What staff ask for; `''` when nothing. */
  staffFeedback: string;
}

/** The words of a website's page. */
export interface WebsiteText {
  url: string;
  title: string;
  metaDescription: string;
  /** JSON-LD of the page, as it stands there. */
  jsonLd: string;
  /** What people read on it. */
  text: string;
}

export interface SuggestionDraft {
  /**
   * As the section keeps it: the description's text; services, service areas and keywords one per line; FAQs as
   * `writeFaqs` writes them. Never empty, and publishable by the rules in `suggestions/rules.ts`.
   */
  suggestion: string;
  /** `built-in`, or the model's name. */
  provider: string;
}

/** Drafts captions and suggestions. Two implementations, chosen in `ai.module.ts`. */
export abstract class Ai {
  /**
   * @param signal ends the call, and its retries, early
   * @throws AiError when no valid caption came after all retries
   */
  abstract caption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft>;

  /**
   * @param signal ends the call, and its retries, early
   * @throws AiError when no valid suggestion came after all retries, or the inputs hold nothing to draw one from
   */
  abstract suggest(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionDraft>;
}

interface AiErrorOptions extends ErrorOptions {
  code?: 'AI_FAILED' | 'NOTHING_TO_WRITE';
  detail?: string;
}

/** Nothing was written; the message is a sentence that staff can act on. */
export class AiError extends Error {
  override readonly name = 'AiError';
  /** Whether the provider failed for good, or the inputs hold nothing that can be written. */
  readonly code: 'AI_FAILED' | 'NOTHING_TO_WRITE';
  /** The technical reason, for who runs the system; `''` when the message says all. */
  readonly detail: string;

  constructor(message: string, { code = 'AI_FAILED', detail = '', ...options }: AiErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.detail = detail;
  }
}
