/** The history of moments and optimizations, and the catalogue of its actions. Free of framework code. */

import type { NamesOf, NamesWith } from './record-fields.js';
import type { Section } from './statuses.js';

/**
 * What an action is:
 * `change`: somebody changed a record, an image or a section. `draft`: the AI did; the entry's feedback is what staff asked it for.
 * `decision`, `undo`: the client, or staff on the public page, decided on an item, or took that back. `done`: a reviewer ended the round. `visit`: somebody looked.
 * `sharing`: who may look was changed, or told. `delivery`: what was approved left.
 * `note`: nothing was changed; it takes part in nothing. A decision can still be taken back after it, and the list of moments shows
 * what happened before it as the last activity. Every other action on an item makes an earlier decision on it final.
 */
type What = 'change' | 'draft' | 'decision' | 'undo' | 'done' | 'visit' | 'sharing' | 'delivery' | 'note';

/** What notifications that come from the history are about. Unread ones of one topic about one review are merged. */
export type HistoryTopic = 'review';

/** What is known of an action. */
export interface HistoryActionFacts {
  readonly what: What;
  /** Of a decision. */
  readonly verdict?: 'approved' | 'rejected';
  /** Whether it is about one image or section; otherwise it is about the moment or the optimization. */
  readonly isOfItem?: true;
  /** What staff are notified of by it; without a topic, of nothing. */
  readonly notifies?: HistoryTopic;
  /** Whether it puts something new before the client, who gets a receipt again for what is decided then. */
  readonly isNewToClient?: true;
  /** What an entry says after its actor; `%s` is its subject: the name of an image, a section, reviewers, or the number of photos. */
  readonly sentence: string;
  /** Who did it, where that need not be who the link belongs to. */
  readonly actor?: string;
  /** What the list of moments shows where this is the last activity; it shows "Changed" without it. */
  readonly asLastActivity?: string;
  /** Colour of the entry's dot in Ant Design's timeline; blue without it. */
  readonly color?: string;
}

const ITEM = { what: 'change', isOfItem: true } as const;
const NEW_ITEM = { ...ITEM, isNewToClient: true } as const;
const DRAFT = { what: 'draft', isOfItem: true, color: 'gray' } as const;
const DECISION = { what: 'decision', isOfItem: true, notifies: 'review' } as const;
const APPROVED = { ...DECISION, verdict: 'approved', color: 'green' } as const;
const REJECTED = { ...DECISION, verdict: 'rejected', color: 'red' } as const;
const UNDO = { what: 'undo', isOfItem: true, notifies: 'review' } as const;
const OPENED = { what: 'visit', notifies: 'review', sentence: 'opened the link' } as const;
const DONE = { what: 'done', notifies: 'review', sentence: 'is done with this round', color: 'green' } as const;
const SHARED = { what: 'sharing', sentence: 'shared the public link' } as const;

const ACTIONS = {
  'moment.created': { what: 'change', sentence: 'created the package', asLastActivity: 'Created' },
  'moment.duplicated': {
    what: 'change',
    sentence: 'created the package as a copy of another',
    asLastActivity: 'Duplicated',
  },
  'moment.renamed': { what: 'change', sentence: 'renamed the package', asLastActivity: 'Renamed' },
  'moment.moved': {
    what: 'change',
    sentence: 'moved the package to another client',
    asLastActivity: 'Moved to this client',
  },
  'moment.reordered': {
    what: 'change',
    sentence: 'changed the order of the images',
    asLastActivity: 'Images reordered',
  },
  'moment.shared': { ...SHARED, asLastActivity: 'Shared, not opened' },
  'moment.opened': { ...OPENED, asLastActivity: 'Opened by the client' },
  'moment.done': { ...DONE, asLastActivity: 'Reviewed' },
  'moment.delivered': { what: 'delivery', sentence: 'delivered %s', asLastActivity: 'Delivered', color: 'green' },
  'image.uploaded': { ...NEW_ITEM, sentence: 'uploaded %s', asLastActivity: 'Images added' },
  'image.edited': { ...NEW_ITEM, sentence: 'edited %s', asLastActivity: 'Captions edited' },
  'image.restored': {
    ...NEW_ITEM,
    sentence: 'restored an earlier text of %s',
    asLastActivity: 'Earlier text restored',
  },
  'image.captioned': { ...DRAFT, sentence: 'drafted the caption of %s', asLastActivity: 'Captions written' },
  'image.replaced': { ...NEW_ITEM, sentence: 'replaced %s', asLastActivity: 'Image replaced' },
  'image.deleted': { ...ITEM, sentence: 'deleted %s', asLastActivity: 'Image deleted', color: 'red' },
  'image.approved': { ...APPROVED, sentence: 'approved %s', asLastActivity: 'Image approved' },
  'image.rejected': { ...REJECTED, sentence: 'rejected %s' },
  'image.decision_undone': {
    ...UNDO,
    sentence: 'took the decision on %s back',
    asLastActivity: 'Decision taken back',
  },
  'image.resubmitted': {
    ...NEW_ITEM,
    sentence: 'resubmitted %s for approval',
    asLastActivity: 'Image resubmitted',
  },
  'image.resubmit_undone': {
    ...ITEM,
    sentence: 'undid the resubmission of %s',
    asLastActivity: 'Resubmission undone',
  },
  'image.replied': { ...ITEM, sentence: 'answered the feedback on %s' },
  'optimization.created': { what: 'change', sentence: 'created the optimization' },
  'optimization.edited': { what: 'change', sentence: 'edited the business details' },
  'optimization.moved': { what: 'change', sentence: 'moved the optimization to another client' },
  'optimization.submitted': { what: 'change', sentence: 'submitted the optimization' },
  'optimization.shared': SHARED,
  'optimization.opened': OPENED,
  'optimization.done': DONE,
  'section.suggested': { ...DRAFT, isNewToClient: true, sentence: 'suggested the %s' },
  'section.edited': { ...NEW_ITEM, sentence: 'edited the %s' },
  'section.restored': { ...NEW_ITEM, sentence: 'restored an earlier text of the %s' },
  'section.resubmitted': { ...NEW_ITEM, sentence: 'put a new suggestion for the %s before the client' },
  'section.approved': { ...APPROVED, sentence: 'approved the %s' },
  'section.rejected': { ...REJECTED, sentence: 'rejected the %s' },
  'section.decision_undone': { ...UNDO, sentence: 'took the decision on the %s back' },
  'section.throttled': {
    what: 'note',
    isOfItem: true,
    sentence: 'changed the decision on the %s too often; further changes were refused',
    color: 'orange',
  },
  'section.replied': { ...ITEM, sentence: 'answered the feedback on the %s' },
  'section.applied': { what: 'delivery', isOfItem: true, sentence: 'applied the %s', color: 'green' },
  'section.apply_undone': { ...ITEM, sentence: 'took back that the %s was applied' },
  'link.sent': { what: 'sharing', sentence: 'sent links to %s', asLastActivity: 'Links sent, not opened' },
  'link.changed': { what: 'sharing', sentence: 'changed the link of %s' },
  'link.reminded': { what: 'sharing', sentence: 'reminded %s' },
  'link.revoked': { what: 'sharing', sentence: 'revoked the link of %s', color: 'red' },
  'link.restored': { what: 'sharing', sentence: 'restored the link of %s, as a new one' },
  'link.replaced': { what: 'sharing', sentence: 'made a new link for %s, and closed the old one' },
  'link.locked': {
    what: 'sharing',
    // Who guesses passcodes need not be the client.
    actor: 'Somebody',
    sentence: 'gave a wrong passcode too often, so the link of %s is locked',
    color: 'orange',
  },
  'link.unlocked': { what: 'sharing', sentence: 'unlocked the link of %s' },
  'due_date.changed': { what: 'change', sentence: 'changed the day to decide by' },
  // Staff allowed the open link; that a visitor used it is `moment.opened` or `optimization.opened`.
  'open_link.opened': { what: 'sharing', sentence: 'opened the public link to everybody who has it' },
  'open_link.closed': { what: 'sharing', sentence: 'closed the public link', color: 'red' },
} satisfies Record<string, HistoryActionFacts>;

/** What happened. Visitors open links and decide, as staff may on the public page; staff and the product do all else. */
export type HistoryAction = NamesOf<typeof ACTIONS>;
/** Of these, those that are about one image or section, and all others. */
export type ItemAction = NamesWith<typeof ACTIONS, 'isOfItem'>;
export type ReviewAction = Exclude<HistoryAction, ItemAction>;

/**
 * The actions of history entries. All that the product does with an entry follows from what stands here; lists for statements
 * are made by `history/action-lists.ts`.
 */
export const HISTORY: Readonly<Record<HistoryAction, HistoryActionFacts>> = ACTIONS;

/** The actions that are described so. */
export function actionsThat(are: (facts: HistoryActionFacts) => boolean): HistoryAction[] {
  return (Object.keys(HISTORY) as HistoryAction[]).filter((action) => are(HISTORY[action]));
}

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
