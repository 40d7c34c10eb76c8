import type { HistoryAction } from '@gmb-moments/backend/contract/history';

interface Words {
  /** What an entry says after its actor; `%s` is its subject: the name of an image, a section, reviewers, or the number of photos. */
  entry: string;
  /** What the list of moments says where this happened last; there it says "Changed" without it. */
  last?: string;
  /** Colour of the entry's dot in Ant Design's timeline; blue without it. */
  color?: string;
}

/** The words of each action of the history. */
export const HISTORY_WORDS: Record<HistoryAction, Words> = {
  'moment.created': { entry: 'created the package', last: 'Created' },
  'moment.duplicated': { entry: 'created the package as a copy of another', last: 'Duplicated' },
  'moment.renamed': { entry: 'renamed the package', last: 'Renamed' },
  'moment.moved': { entry: 'moved the package to another client', last: 'Moved to this client' },
  'moment.reordered': { entry: 'changed the order of the images', last: 'Images reordered' },
  'moment.shared': { entry: 'shared the public link', last: 'Shared, not opened' },
  'moment.opened': { entry: 'opened the link', last: 'Opened by the client' },
  'moment.done': { entry: 'is done with this round', last: 'Reviewed', color: 'green' },
  'moment.delivered': { entry: 'delivered %s', last: 'Delivered', color: 'green' },
  'image.uploaded': { entry: 'uploaded %s', last: 'Images added' },
  'image.edited': { entry: 'edited %s', last: 'Captions edited' },
  'image.restored': { entry: 'restored an earlier text of %s', last: 'Earlier text restored' },
  'image.captioned': { entry: 'drafted the caption of %s', last: 'Captions written', color: 'gray' },
  'image.replaced': { entry: 'replaced %s', last: 'Image replaced' },
  'image.deleted': { entry: 'deleted %s', last: 'Image deleted', color: 'red' },
  'image.approved': { entry: 'approved %s', last: 'Image approved', color: 'green' },
  'image.rejected': { entry: 'rejected %s', color: 'red' },
  'image.decision_undone': { entry: 'took the decision on %s back', last: 'Decision taken back' },
  'image.resubmitted': { entry: 'resubmitted %s for approval', last: 'Image resubmitted' },
  'image.resubmit_undone': { entry: 'undid the resubmission of %s', last: 'Resubmission undone' },
  'optimization.created': { entry: 'created the optimization' },
  'optimization.edited': { entry: 'edited the business details' },
  'optimization.submitted': { entry: 'submitted the optimization' },
  'optimization.shared': { entry: 'shared the public link' },
  'optimization.opened': { entry: 'opened the link' },
  'optimization.done': { entry: 'is done with this round', color: 'green' },
  'section.suggested': { entry: 'suggested the %s', color: 'gray' },
  'section.edited': { entry: 'edited the %s' },
  'section.restored': { entry: 'restored an earlier text of the %s' },
  'section.resubmitted': { entry: 'put a new suggestion for the %s before the client' },
  'section.approved': { entry: 'approved the %s', color: 'green' },
  'section.rejected': { entry: 'rejected the %s', color: 'red' },
  'section.decision_undone': { entry: 'took the decision on the %s back' },
  'section.throttled': {
    entry: 'changed the decision on the %s too often; further changes were refused',
    color: 'orange',
  },
  'image.replied': { entry: 'answered the feedback on %s' },
  'section.replied': { entry: 'answered the feedback on the %s' },
  'section.applied': { entry: 'applied the %s', color: 'green' },
  'section.apply_undone': { entry: 'took back that the %s was applied' },
  'link.sent': { entry: 'sent links to %s', last: 'Shared, not opened' },
  'link.changed': { entry: 'changed the link of %s' },
  'link.revoked': { entry: 'revoked the link of %s', color: 'red' },
  'link.restored': { entry: 'restored the link of %s' },
  'link.reminded': { entry: 'reminded %s' },
  'due_date.changed': { entry: 'changed the day to decide by' },
  'open_link.opened': { entry: 'opened the public link to everybody who has it' },
  'open_link.closed': { entry: 'closed the public link', color: 'red' },
};
