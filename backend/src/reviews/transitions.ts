import type { ItemStatus } from '../contract/statuses.js';

/** What can happen to an item. `changeContent` is a change of content that reviewers see. */
export type Step = 'approve' | 'reject' | 'resubmit' | 'undoResubmit' | 'changeContent';

type Transitions = Record<Step, Partial<Record<ItemStatus, ItemStatus>>>;

/**
 * The status after each step, by the status before it; a step is refused in a status that is missing. A decided
 * section can be decided again (`Change Status`), an image only once. A rejected image stays rejected until staff
 * resubmit it, a section until staff resubmit it or its suggestion changes.
 */
export const TRANSITIONS: Record<'image' | 'section', Transitions> = {
  image: {
    approve: { pending: 'approved' },
    reject: { pending: 'rejected' },
    resubmit: { rejected: 'pending' },
    undoResubmit: { pending: 'rejected' },
    changeContent: { pending: 'pending', approved: 'pending', rejected: 'rejected' },
  },
  section: {
    approve: { pending: 'approved', approved: 'approved', rejected: 'approved' },
    reject: { pending: 'rejected', approved: 'rejected', rejected: 'rejected' },
    resubmit: { rejected: 'pending' },
    undoResubmit: {},
    changeContent: { pending: 'pending', approved: 'pending', rejected: 'pending' },
  },
};
