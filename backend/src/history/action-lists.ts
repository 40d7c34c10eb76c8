import { actionsThat, type HistoryActionFacts } from '../contract/history.js';

/** For statements: the actions that the catalogue describes so, as `'image.approved', 'section.approved'`. */
function list(are: (facts: HistoryActionFacts) => boolean): string {
  return actionsThat(are)
    .map((action) => `'${action}'`)
    .join(', ');
}

/** The client decided on an item. */
export const DECISIONS = list(({ what }) => what === 'decision');
export const APPROVALS = list(({ verdict }) => verdict === 'approved');
export const REJECTIONS = list(({ verdict }) => verdict === 'rejected');
/** A reviewer ended the round. */
export const DONE = list(({ what }) => what === 'done');
/** Somebody looked, which changes nothing that was said before. */
export const VISITS = list(({ what }) => what === 'visit');
/** Something new was put before the client. */
export const NEW_TO_CLIENT = list(({ isNewToClient }) => isNewToClient === true);
/** What a list shows as the last activity: all that changed something, or was seen. */
export const ACTIVITIES = list(({ what }) => what !== 'note');
/** What notifications of the topic `review` are made from. */
export const OF_REVIEW_TOPIC = list(({ notifies }) => notifies === 'review');
