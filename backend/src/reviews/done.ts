import type { DoneView } from '../contract/rounds.js';

/**
 * What a reviewer said at the end of a round, as a moment or an optimization keeps it. The round is over, and this is
 * removed, when more waits for a decision than was `left` then: staff resubmitted or added something, or a decision was
 * taken back.
 */
export interface Done extends DoneView {
  left: number;
}

/** What others see of it. */
export function presentDone(done: Done | null): DoneView | null {
  return done && { at: new Date(done.at).toISOString(), by: done.by, note: done.note };
}
