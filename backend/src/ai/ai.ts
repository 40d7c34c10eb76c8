import type { Faq } from '../contract/faqs.js';
import type { CaptionField } from '../contract/image-fields.js';
import type { Section } from '../contract/statuses.js';
import { ReasonedError } from '../runs/reason.js';

/** The facts that a caption may use. It must not state anything else. */
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
  /** The caption that the client rejected and their reason; `null` unless the image is rejected. */
  rejected: { caption: Caption; feedback: string } | null;
  /**
   * What staff ask this caption for, and the caption that they saw; `null` when they ask for nothing in particular.
   */
  requested: { caption: Caption; instruction: string } | null;
}

/** The four fields of a caption. `exifKeywords` is comma-separated. */
export type Caption = Record<CaptionField, string>;

/** Minimum and maximum number of EXIF keywords of a caption. */
export const KEYWORDS_MIN = 5;
export const KEYWORDS_MAX = 10;

/** A caption before its check. Its keywords are still a list. */
export type UncheckedCaption = Omit<Caption, 'exifKeywords'> & { exifKeywords: string[] };

export interface CaptionDraft {
  caption: Caption;
  /** Who wrote the draft: `built-in` for the offline provider, otherwise the name of the AI model. */
  provider: string;
}

/** The facts that a suggestion for one section of a business profile may use. It must not state anything else. */
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
    /** The text that the profile shows now. The three fields below likewise. */
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
  /** Texts of the client's website; `null` when there is no website or it could not be read. */
  site: WebsiteText | null;
  /** The suggestion of the keywords section, for use in the other sections; empty when there is none yet. */
  keywords: string[];
  /** The section's current suggestion, which the draft replaces; `''` when there is none. */
  previous: string;
  /** The client's feedback on `previous`; `''` when there is none. */
  clientFeedback: string;
  /** What staff ask to change; `''` when there is nothing. */
  staffFeedback: string;
}

/** Texts of one page of a website. */
export interface WebsiteText {
  url: string;
  title: string;
  metaDescription: string;
  /** The page's JSON-LD, unparsed. */
  jsonLd: string;
  /** The visible text of the page. */
  text: string;
}

/** The draft of each section before its check, which turns it into one text. */
export interface UncheckedSections {
  description: string;
  services: string[];
  serviceAreas: string[];
  faqs: Faq[];
  keywords: string[];
}

export interface SuggestionDraft {
  /**
   * The text as it is stored: the description as it is; services, service areas and keywords one per line; FAQs in
   * the format of `writeFaqs`. Never empty, and valid by the rules in `validation/rules.ts`.
   */
  suggestion: string;
  /** Who wrote the draft: `built-in` for the offline provider, otherwise the name of the AI model. */
  provider: string;
}

/** The result of checking a draft. */
export interface DraftCheck<T> {
  /** Broken rules, each as a sentence that asks the model for a correction; empty when the draft is valid. */
  problems: string[];
  /** The draft without its invalid parts; `null` when too little is left to publish. */
  usable: T | null;
  /** May be set when `usable` is `null`: a sentence that staff see if a correction does not help either. */
  unusableReason?: string;
}

/** Checks a section's draft against the input that it was made for. */
export type SectionCheck = <S extends Section>(section: S, content: UncheckedSections[S]) => DraftCheck<string>;

/** Drafts captions and suggestions. `ai.module.ts` chooses one of the two implementations. */
export abstract class Ai {
  /**
   * @param signal aborts the call and its retries; its reason is then thrown
   * @throws AiError when no valid caption was made after all retries
   */
  abstract draftCaption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft>;

  /**
   * @param signal aborts the call and its retries; its reason is then thrown
   * @throws AiError when no valid suggestion was made after all retries, or the input holds too few facts for one
   */
  abstract draftSuggestion(input: SuggestionInput, signal: AbortSignal): Promise<SuggestionDraft>;
}

interface AiErrorOptions extends ErrorOptions {
  code?: 'AI_FAILED' | 'NOTHING_TO_WRITE';
  detail?: string;
}

/**
 * Thrown when no draft could be made. The message is a sentence for staff that says what they can do. The code is
 * `AI_FAILED` when the provider failed after all retries, or `NOTHING_TO_WRITE` when this input allows no draft.
 */
export class AiError extends ReasonedError {
  override readonly name = 'AiError';

  constructor(message: string, { code = 'AI_FAILED', ...options }: AiErrorOptions = {}) {
    super(message, { code, ...options });
  }
}
