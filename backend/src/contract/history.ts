/** The history of moments and optimizations, and the catalogue of its actions. Free of framework code. */

import type { NamesOf, NamesWith } from './record-fields.js';
import type { Section } from './statuses.js';

/**
 * - `change`: somebody changed a record, an image or a section
 * - `draft`: the AI changed it; the entry's feedback is what staff asked for
 * - `decision`, `undo`: a reviewer, or staff on the public page, decided on an item, or undid that decision
 * - `done`: a reviewer ended the round
 * - `visit`: somebody opened a link
 * - `sharing`: staff changed who may see a review, or sent links
 * - `delivery`: approved content was delivered, or applied to the profile
 * - `note`: nothing changed
 *
 * Any action on an item except a `note` makes an earlier decision on that item final, and can be shown as the last
 * activity.
 */
type ActionCategory = NotifiedCategory | 'change' | 'draft' | 'sharing' | 'delivery' | 'note';

/** The categories of which staff can be notified; `notifications/topics/review.ts` says how of each. */
export type NotifiedCategory = 'decision' | 'undo' | 'done' | 'visit';

/** Topics of notifications that are made from the history. Unread ones of one topic about one review are merged. */
export type HistoryTopic = 'review';

/** The facts of an action, from which all that the product does with its entries is derived. */
export type HistoryActionFacts = CommonFacts &
  (
    | { readonly category: ActionCategory; readonly notifies?: undefined }
    /** The topic under which staff are notified of it. */
    | { readonly category: NotifiedCategory; readonly notifies: HistoryTopic }
  );

interface CommonFacts {
  /** Set for the category `decision`. */
  readonly verdict?: 'approved' | 'rejected';
  /** Whether it is about one image or section; otherwise it is about the moment or the optimization. */
  readonly isOfItem?: true;
  /** Whether reviewers get something new to decide, and so another receipt for the next decisions. */
  readonly isNewToClient?: true;
  /**
   * The text of an entry after its actor. `%s` is replaced by the name of an image, section or reviewers, or a number
   * of photos.
   */
  readonly sentence: string;
  /** Shown as the actor instead of the recorded one. */
  readonly actor?: string;
  /** The text of this action in the list of moments, where it is the last activity; "Changed" without it. */
  readonly asLastActivity?: string;
  /** Colour of the entry's dot in Ant Design's timeline; blue without it. */
  readonly color?: string;
}

const ITEM = { category: 'change', isOfItem: true } as const;
const NEW_ITEM = { ...ITEM, isNewToClient: true } as const;
const DRAFT = { category: 'draft', isOfItem: true, color: 'gray' } as const;
const DECISION = { category: 'decision', isOfItem: true, notifies: 'review' } as const;
const APPROVED = { ...DECISION, verdict: 'approved', color: 'green' } as const;
const REJECTED = { ...DECISION, verdict: 'rejected', color: 'red' } as const;
const UNDO = { category: 'undo', isOfItem: true, notifies: 'review' } as const;
const OPENED = { category: 'visit', notifies: 'review', sentence: 'opened the link' } as const;
const DONE = { category: 'done', notifies: 'review', sentence: 'is done with this round', color: 'green' } as const;
const SHARED = { category: 'sharing', sentence: 'shared the public link' } as const;

const ACTIONS = {
  'moment.created': { category: 'change', sentence: 'created the package', asLastActivity: 'Created' },
  'moment.duplicated': {
    category: 'change',
    sentence: 'created the package as a copy of another',
    asLastActivity: 'Duplicated',
  },
  'moment.renamed': { category: 'change', sentence: 'renamed the package', asLastActivity: 'Renamed' },
  'moment.moved': {
    category: 'change',
    sentence: 'moved the package to another client',
    asLastActivity: 'Moved to this client',
  },
  'moment.reordered': {
    category: 'change',
    sentence: 'changed the order of the images',
    asLastActivity: 'Images reordered',
  },
  'moment.shared': { ...SHARED, asLastActivity: 'Shared, not opened' },
  'moment.opened': { ...OPENED, asLastActivity: 'Opened by the client' },
  'moment.done': { ...DONE, asLastActivity: 'Reviewed' },
  'moment.delivered': { category: 'delivery', sentence: 'delivered %s', asLastActivity: 'Delivered', color: 'green' },
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
  'optimization.created': { category: 'change', sentence: 'created the optimization' },
  'optimization.edited': { category: 'change', sentence: 'edited the business details' },
  'optimization.moved': { category: 'change', sentence: 'moved the optimization to another client' },
  'optimization.submitted': { category: 'change', sentence: 'submitted the optimization' },
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
    category: 'note',
    isOfItem: true,
    sentence: 'changed the decision on the %s too often; further changes were refused',
    color: 'orange',
  },
  'section.replied': { ...ITEM, sentence: 'answered the feedback on the %s' },
  'section.applied': { category: 'delivery', isOfItem: true, sentence: 'applied the %s', color: 'green' },
  'section.apply_undone': { ...ITEM, sentence: 'took back that the %s was applied' },
  'link.sent': { category: 'sharing', sentence: 'sent links to %s', asLastActivity: 'Links sent, not opened' },
  'link.changed': { category: 'sharing', sentence: 'changed the link of %s' },
  'link.reminded': { category: 'sharing', sentence: 'reminded %s' },
  'link.revoked': { category: 'sharing', sentence: 'revoked the link of %s', color: 'red' },
  'link.restored': { category: 'sharing', sentence: 'restored the link of %s, as a new one' },
  'link.replaced': { category: 'sharing', sentence: 'made a new link for %s, and closed the old one' },
  'link.locked': {
    category: 'sharing',
    // The person who guesses passcodes need not be the reviewer of the link.
    actor: 'Somebody',
    sentence: 'gave a wrong passcode too often, so the link of %s is locked',
    color: 'orange',
  },
  'link.unlocked': { category: 'sharing', sentence: 'unlocked the link of %s' },
  'due_date.changed': { category: 'change', sentence: 'changed the day to decide by' },
  // Staff switched the open link on. A visitor who uses it causes `moment.opened` or `optimization.opened`.
  'open_link.opened': { category: 'sharing', sentence: 'opened the public link to everybody who has it' },
  'open_link.closed': { category: 'sharing', sentence: 'closed the public link', color: 'red' },
} satisfies Record<string, HistoryActionFacts>;

/**
 * What happened. Visitors open links and decide, as staff may on the public page; staff and the product cause all
 * other actions.
 */
export type HistoryAction = NamesOf<typeof ACTIONS>;
/** The actions on one image or section; `ReviewAction` has all others. */
export type ItemAction = NamesWith<typeof ACTIONS, 'isOfItem'>;
export type ReviewAction = Exclude<HistoryAction, ItemAction>;

/**
 * The catalogue of actions. `history/action-lists.ts` makes lists for SQL from it.
 */
export const HISTORY: Readonly<Record<HistoryAction, HistoryActionFacts>> = ACTIONS;

/** The actions whose facts match. */
export function actionsWhere(matches: (facts: HistoryActionFacts) => boolean): HistoryAction[] {
  return (Object.keys(HISTORY) as HistoryAction[]).filter((action) => matches(HISTORY[action]));
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
