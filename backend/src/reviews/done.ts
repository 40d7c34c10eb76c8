import type { DoneView } from '../contract/rounds.js';

/**
 * What a reviewer said at the end of a round, stored with the review. A new round begins, and this is removed, when
 * more items wait for a decision than were `left` at that time: staff resubmitted or added something, or a decision
 * was undone.
 */
export interface Done extends DoneView {
  left: number;
}

/** The view, without `left`. */
export function presentDone(done: Done | null): DoneView | null {
  return done && { at: new Date(done.at).toISOString(), by: done.by, note: done.note };
}
