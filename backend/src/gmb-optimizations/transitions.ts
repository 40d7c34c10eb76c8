import type { Approval } from '../contract/statuses.js';

/**
 * Where each step of a section's approval leads (spec 4), wherever it stood: a decided section can be decided again
 * (`Change Status`). `revise` is a change of its suggestion.
 */
export const TRANSITIONS = {
  approve: 'approved',
  reject: 'rejected',
  revise: 'pending',
} as const satisfies Record<string, Approval>;
