import type { CaptionField } from '../contract/statuses.js';

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

/** Drafts captions. Two implementations, chosen in `ai.module.ts`. */
export abstract class Ai {
  /**
   * @param signal ends the call, and its retries, early
   * @throws AiError when no valid caption came after all retries
   */
  abstract caption(input: CaptionInput, signal: AbortSignal): Promise<CaptionDraft>;
}

/** The provider failed for good; the message is a sentence that staff can act on. */
export class AiError extends Error {
  override readonly name = 'AiError';
}
