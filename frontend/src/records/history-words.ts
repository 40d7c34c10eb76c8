import type { HistoryAction } from '@gmb-moments/backend/contract/history';

interface Words {
  /** What an entry says, given its actor and its subject (the name of an image, a section of reviewers, or the number of photos; unused for the whole). */
  entry: (actor: string, subject: string) => string;
  /** What the list of moments says where this happened last; there it says "Changed" without it. */
  last?: string;
  /** Colour of the entry's dot in Ant Design's timeline; blue without it. */
  color?: string;
}

/** The words of each action of the history. */
export const HISTORY_WORDS: Record<HistoryAction, Words> = {
  'moment.created': { entry: (actor) => `${actor} created the package`, last: 'Created' },
  'moment.duplicated': { entry: (actor) => `${actor} created the package as a copy of another`, last: 'Duplicated' },
  'moment.renamed': { entry: (actor) => `${actor} renamed the package`, last: 'Renamed' },
  'moment.moved': { entry: (actor) => `${actor} moved the package to another client`, last: 'Moved to this client' },
  'moment.reordered': { entry: (actor) => `${actor} changed the order of the images`, last: 'Images reordered' },
  'moment.shared': { entry: (actor) => `${actor} shared the public link`, last: 'Shared, not opened' },
  'moment.opened': { entry: (actor) => `${actor} opened the link`, last: 'Opened by the client' },
  'moment.done': { entry: (actor) => `${actor} is done with this round`, last: 'Reviewed', color: 'green' },
  'moment.delivered': {
    entry: (actor, count) => `${actor} delivered ${count}`,
    last: 'Delivered',
    color: 'green',
  },
  'image.uploaded': { entry: (actor, image) => `${actor} uploaded ${image}`, last: 'Images added' },
  'image.edited': { entry: (actor, image) => `${actor} edited ${image}`, last: 'Captions edited' },
  'image.restored': {
    entry: (actor, image) => `${actor} restored an earlier text of ${image}`,
    last: 'Earlier text restored',
  },
  'image.captioned': {
    entry: (actor, image) => `${actor} drafted the caption of ${image}`,
    last: 'Captions written',
    color: 'gray',
  },
  'image.replaced': { entry: (actor, image) => `${actor} replaced ${image}`, last: 'Image replaced' },
  'image.deleted': { entry: (actor, image) => `${actor} deleted ${image}`, last: 'Image deleted', color: 'red' },
  'image.approved': { entry: (actor, image) => `${actor} approved ${image}`, last: 'Image approved', color: 'green' },
  'image.rejected': { entry: (actor, image) => `${actor} rejected ${image}`, color: 'red' },
  'image.decision_undone': {
    entry: (actor, image) => `${actor} took the decision on ${image} back`,
    last: 'Decision taken back',
  },
  'image.resubmitted': {
    entry: (actor, image) => `${actor} resubmitted ${image} for approval`,
    last: 'Image resubmitted',
  },
  'image.resubmit_undone': {
    entry: (actor, image) => `${actor} undid the resubmission of ${image}`,
    last: 'Resubmission undone',
  },
  'optimization.created': { entry: (actor) => `${actor} created the optimization` },
  'optimization.edited': { entry: (actor) => `${actor} edited the business details` },
  'optimization.submitted': { entry: (actor) => `${actor} submitted the optimization` },
  'optimization.shared': { entry: (actor) => `${actor} shared the public link` },
  'optimization.opened': { entry: (actor) => `${actor} opened the link` },
  'optimization.done': { entry: (actor) => `${actor} is done with this round`, color: 'green' },
  'section.suggested': { entry: (actor, section) => `${actor} suggested the ${section}`, color: 'gray' },
  'section.edited': { entry: (actor, section) => `${actor} edited the ${section}` },
  'section.restored': { entry: (actor, section) => `${actor} restored an earlier text of the ${section}` },
  'section.resubmitted': {
    entry: (actor, section) => `${actor} put a new suggestion for the ${section} before the client`,
  },
  'section.approved': { entry: (actor, section) => `${actor} approved the ${section}`, color: 'green' },
  'section.rejected': { entry: (actor, section) => `${actor} rejected the ${section}`, color: 'red' },
  'section.decision_undone': { entry: (actor, section) => `${actor} took the decision on the ${section} back` },
  'section.throttled': {
    entry: (actor, section) =>
      `${actor} changed the decision on the ${section} too often; further changes were refused`,
    color: 'orange',
  },
  'image.replied': { entry: (actor, image) => `${actor} answered the feedback on ${image}` },
  'section.replied': { entry: (actor, section) => `${actor} answered the feedback on the ${section}` },
  'section.applied': { entry: (actor, section) => `${actor} applied the ${section}`, color: 'green' },
  'section.apply_undone': { entry: (actor, section) => `${actor} took back that the ${section} was applied` },
  'link.sent': { entry: (actor, names) => `${actor} sent links to ${names}`, last: 'Shared, not opened' },
  'link.changed': { entry: (actor, name) => `${actor} changed the link of ${name}` },
  'link.revoked': { entry: (actor, name) => `${actor} revoked the link of ${name}`, color: 'red' },
  'link.restored': { entry: (actor, name) => `${actor} restored the link of ${name}` },
  'link.reminded': { entry: (actor, name) => `${actor} reminded ${name}` },
  'due_date.changed': { entry: (actor) => `${actor} changed the day to decide by` },
  'open_link.opened': { entry: (actor) => `${actor} opened the public link to everybody who has it` },
  'open_link.closed': { entry: (actor) => `${actor} closed the public link`, color: 'red' },
};
