import { Text } from './text-fields.js';
import { INSTRUCTION_MAX } from './limits.js';
import type { RunCounts } from './runs.js';
import type { RunItemState } from './statuses.js';

/** Body of `POST /api/images/{id}/regenerate`. */
export class RegenerateCaptionBody {
  /** What staff ask this one caption for, beside the client's feedback. */
  @Text({ max: INSTRUCTION_MAX })
  instruction?: string;
}

/** An image that a run could not caption, and why. */
export interface CaptionError {
  imageId: string;
  /** A sentence for staff. */
  message: string;
  /** The technical reason, for who runs the system; `''` when the sentence says all. */
  detail: string;
}

/** A caption run; its items are images. */
export interface CaptionRunView extends RunCounts {
  momentId: string;
  errors: CaptionError[];
}

/** A caption run with all its images, as `GET /api/moments/{id}/runs` lists them. */
export interface CaptionRunDetail extends Omit<CaptionRunView, 'errors'> {
  /**
   * `missing` fills in what a moment's images lack; `rewrite` writes all four fields of one image. The runs of an optimization
   * call this `kind`.
   */
  mode: 'missing' | 'rewrite';
  images: RunImageView[];
}

/** One image of a caption run. A skipped one was approved, edited or deleted meanwhile. */
export interface RunImageView extends CaptionError {
  state: RunItemState;
}

/** Answer of `POST /api/moments/{id}/generate-captions`. */
export interface CaptionRunStarted {
  runId: string;
  total: number;
}

/** Answer of `POST /api/images/{id}/regenerate` with `Prefer: respond-async`. */
export interface CaptionJobStarted {
  /** The run's id; its events carry it as `runId`. */
  jobId: string;
}
