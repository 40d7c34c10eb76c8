import type { Approval } from '../contract/statuses.js';

/**
 * The transition table of a section's approval (spec 4). A decided section can be decided again (`Change Status`);
 * `revise` is a change of its suggestion.
 */
export const TRANSITIONS = {
  approve: { from: ['pending', 'rejected'], to: 'approved' },
  reject: { from: ['pending', 'approved'], to: 'rejected' },
  revise: { from: ['pending', 'approved', 'rejected'], to: 'pending' },
} as const satisfies Record<string, { from: readonly Approval[]; to: Approval }>;
