import type { RunState } from './statuses.js';

/** An image that a run could not caption, and why. */
export interface CaptionError {
  imageId: string;
  /** A sentence for staff. */
  message: string;
  /** The technical reason, for who runs the system; `''` when the sentence says all. */
  detail: string;
}

/** A caption run: `total` images are to be captioned, `done` were, `failed` could not be. */
export interface CaptionRunView {
  runId: string;
  momentId: string;
  state: RunState;
  total: number;
  done: number;
  failed: number;
  errors: CaptionError[];
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
