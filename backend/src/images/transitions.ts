import type { ImageStatus } from '../contract/statuses.js';

/** The transition table of an image's status. `revise` is a change of what the client sees. */
export const TRANSITIONS = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  undoDecision: { from: ['approved', 'rejected'], to: 'pending' },
  resubmit: { from: ['rejected'], to: 'pending' },
  undoResubmit: { from: ['pending'], to: 'rejected' },
  revise: { from: ['approved'], to: 'pending' },
} as const satisfies Record<string, { from: readonly ImageStatus[]; to: ImageStatus }>;
export type Transition = keyof typeof TRANSITIONS;

/** Whether the table allows this step from this status. */
export function allows(transition: Transition, from: ImageStatus): boolean {
  return (TRANSITIONS[transition].from as readonly ImageStatus[]).includes(from);
}
