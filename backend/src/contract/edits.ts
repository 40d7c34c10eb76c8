import { WholeNumber } from './fields.js';

/** Revision and editor of a row, as staff see them. */
export interface EditsView {
  /** Grows with each saved change of what is edited together. */
  revision: number;
  /** Who made the last of these changes; `null` when that is not known. */
  editor: string | null;
}

/**
 * The revision or version that the caller saw. If there is a newer one, the request is refused (409, EDITED_MEANWHILE
 * unless another code is named). Without it, the change applies to the current state.
 */
export function Revision(): PropertyDecorator {
  return WholeNumber({ min: 1, max: 2_000_000_000 });
}
