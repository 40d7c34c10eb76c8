import type { HistoryAction, HistoryEntry } from '@gmb-moments/backend/contract/history';
import type { Section } from '@gmb-moments/backend/contract/statuses';

interface Words {
  /** What an entry says after its actor; `%s` is its subject: the name of an image, a section, reviewers, or the number of photos. */
  entry: string;
  /** What the list of moments shows where this is the last activity; it shows "Changed" without it. */
  asLastActivity?: string;
  /** Colour of the entry's dot in Ant Design's timeline; blue without it. */
  color?: string;
}

/** The words of each action of the history. */
export const HISTORY_WORDS: Record<HistoryAction, Words> = {
  'moment.created': { entry: 'created the package', asLastActivity: 'Created' },
  'moment.duplicated': { entry: 'created the package as a copy of another', asLastActivity: 'Duplicated' },
  'moment.renamed': { entry: 'renamed the package', asLastActivity: 'Renamed' },
  'moment.moved': { entry: 'moved the package to another client', asLastActivity: 'Moved to this client' },
  'moment.reordered': { entry: 'changed the order of the images', asLastActivity: 'Images reordered' },
  'moment.shared': { entry: 'shared the public link', asLastActivity: 'Shared, not opened' },
  'moment.opened': { entry: 'opened the link', asLastActivity: 'Opened by the client' },
  'moment.done': { entry: 'is done with this round', asLastActivity: 'Reviewed', color: 'green' },
  'moment.delivered': { entry: 'delivered %s', asLastActivity: 'Delivered', color: 'green' },
  'image.uploaded': { entry: 'uploaded %s', asLastActivity: 'Images added' },
  'image.edited': { entry: 'edited %s', asLastActivity: 'Captions edited' },
  'image.restored': { entry: 'restored an earlier text of %s', asLastActivity: 'Earlier text restored' },
  'image.captioned': { entry: 'drafted the caption of %s', asLastActivity: 'Captions written', color: 'gray' },
  'image.replaced': { entry: 'replaced %s', asLastActivity: 'Image replaced' },
  'image.deleted': { entry: 'deleted %s', asLastActivity: 'Image deleted', color: 'red' },
  'image.approved': { entry: 'approved %s', asLastActivity: 'Image approved', color: 'green' },
  'image.rejected': { entry: 'rejected %s', color: 'red' },
  'image.decision_undone': { entry: 'took the decision on %s back', asLastActivity: 'Decision taken back' },
  'image.resubmitted': { entry: 'resubmitted %s for approval', asLastActivity: 'Image resubmitted' },
  'image.resubmit_undone': { entry: 'undid the resubmission of %s', asLastActivity: 'Resubmission undone' },
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
  'link.sent': { entry: 'sent links to %s', asLastActivity: 'Links sent, not opened' },
  'link.changed': { entry: 'changed the link of %s' },
  'link.revoked': { entry: 'revoked the link of %s', color: 'red' },
  'link.restored': { entry: 'restored the link of %s, as a new one' },
  'link.locked': { entry: 'gave a wrong passcode too often, so the link of %s is locked', color: 'orange' },
  'link.unlocked': { entry: 'unlocked the link of %s' },
  'link.replaced': { entry: 'made a new link for %s, and closed the old one' },
  'link.reminded': { entry: 'reminded %s' },
  'due_date.changed': { entry: 'changed the day to decide by' },
  'open_link.opened': { entry: 'opened the public link to everybody who has it' },
  'open_link.closed': { entry: 'closed the public link', color: 'red' },
};

const SECTION_NAMES: Record<Section, string> = {
  description: 'business description',
  services: 'services',
  serviceAreas: 'service areas',
  faqs: 'FAQs',
  keywords: 'target keywords',
};

/** Who did what. */
export function sentenceOf(entry: HistoryEntry): string {
  return `${actorOf(entry)} ${HISTORY_WORDS[entry.action].entry.replace('%s', () => subjectOf(entry))}`;
}

function subjectOf({ section, imageName, changes }: HistoryEntry): string {
  if (changes['reviewers']) return changes['reviewers'].to;
  if (changes['photos']) return changes['photos'].to === '1' ? '1 photo' : `${changes['photos'].to} photos`;
  return section ? SECTION_NAMES[section] : imageName || 'an image';
}

function actorOf({ action, actor, actorName }: HistoryEntry): string {
  // Who guesses passcodes need not be the client.
  if (action === 'link.locked') return 'Somebody';
  if (actor === 'visitor') return actorName ?? 'Client';
  if (actor === 'ai') return actorName ? `AI (${actorName})` : 'AI';
  return actorName ?? 'Staff';
}
