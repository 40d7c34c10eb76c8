import { WholeNumber } from './fields.js';

/** What staff see of who changed a row. */
export interface EditsView {
  /** Grows with each saved change of what is edited together. */
  revision: number;
  /** Who made the last of these changes; `null` when that is not known. */
  editor: string | null;
}

/**
 * The revision that an edit started from: when there is a newer one, nothing is written (409 EDITED_MEANWHILE). Without
 * it, the edit is written over whatever stands there.
 */
export function Revision(): PropertyDecorator {
  return WholeNumber({ min: 1, max: 2_000_000_000 });
}
