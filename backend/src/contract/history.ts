import type { Section } from './statuses.js';

/** The actions of history entries. Visitors open links and decide; staff and the product do all others. */
export const HISTORY_ACTIONS = [
  'moment.created',
  'moment.duplicated',
  'moment.renamed',
  'moment.moved',
  'moment.reordered',
  'moment.shared',
  'moment.opened',
  'moment.done',
  'moment.delivered',
  'image.uploaded',
  'image.edited',
  'image.restored',
  'image.captioned',
  'image.replaced',
  'image.deleted',
  'image.approved',
  'image.rejected',
  'image.decision_undone',
  'image.resubmitted',
  'image.resubmit_undone',
  'image.replied',
  'optimization.created',
  'optimization.edited',
  'optimization.submitted',
  'optimization.shared',
  'optimization.opened',
  'optimization.done',
  'section.suggested',
  'section.edited',
  'section.restored',
  'section.resubmitted',
  'section.approved',
  'section.rejected',
  'section.decision_undone',
  'section.throttled',
  'section.replied',
  'section.applied',
  'section.apply_undone',
  'link.sent',
  'link.changed',
  'link.reminded',
  'due_date.changed',
  'link.revoked',
  'link.restored',
  'link.replaced',
  'link.locked',
  'link.unlocked',
  'open_link.opened',
  'open_link.closed',
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** Who did it: a signed-in member of staff, a holder of a link, or the AI. */
export type HistoryActor = 'staff' | 'visitor' | 'ai';

/** One entry of a history, newest first in lists. */
export interface HistoryEntry {
  /**
   * A number: later entries have higher ones.
   * @pattern ^\d+$
   */
  id: string;
  action: HistoryAction;
  actor: HistoryActor;
  /** The member of staff, the reviewer whose own link it was, or the AI provider; `null` for a visitor with the open link. */
  actorName: string | null;
  imageId: string | null;
  /** The image's file name at that time; `''` when the entry is not about an image. */
  imageName: string;
  /** Section of an optimization; `null` when the entry is not about one. */
  section: Section | null;
  /** The changed texts before and after, by field name. */
  changes: Record<string, { from: string; to: string }>;
  feedback: string;
  at: string;
}
