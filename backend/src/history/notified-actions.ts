import type { HistoryAction } from '../contract/history.js';

/** What staff are notified of by entries of the history. */
export type Notified = 'decisions' | 'opened' | 'done' | 'undone';

/** What staff are notified of by an entry with this action; other actions notify of nothing. */
export const NOTIFIES_OF: Partial<Record<HistoryAction, Notified>> = {
  'moment.opened': 'opened',
  'optimization.opened': 'opened',
  'moment.done': 'done',
  'optimization.done': 'done',
  'image.approved': 'decisions',
  'image.rejected': 'decisions',
  'section.approved': 'decisions',
  'section.rejected': 'decisions',
  'image.decision_undone': 'undone',
  'section.decision_undone': 'undone',
};
