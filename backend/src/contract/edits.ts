import { WholeNumber } from './fields.js';

/** Revision and editor of a row, as staff see them. */
export interface EditsView {
  /** Grows with each saved change of what is edited together. */
  revision: number;
  /** Who made the last of these changes; `null` when that is not known. */
  editor: string | null;
}

/**
 * The revision or version that the caller saw: when there is a newer one, nothing is written (409: EDITED_MEANWHILE where
 * no other code is named). Without it, the change applies to whatever stands there.
 */
export function Revision(): PropertyDecorator {
  return WholeNumber({ min: 1, max: 2_000_000_000 });
}
