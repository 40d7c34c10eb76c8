import { actionsWhere, type HistoryActionFacts } from '../contract/history.js';

/** The actions whose facts match, as a list for SQL: `'image.approved', 'section.approved'`. */
function actionsInSql(matches: (facts: HistoryActionFacts) => boolean): string {
  return actionsWhere(matches)
    .map((action) => `'${action}'`)
    .join(', ');
}

/** A reviewer decided on an item. */
export const DECISION_ACTIONS = actionsInSql(({ category }) => category === 'decision');
export const APPROVAL_ACTIONS = actionsInSql(({ verdict }) => verdict === 'approved');
export const REJECTION_ACTIONS = actionsInSql(({ verdict }) => verdict === 'rejected');
/** A reviewer ended the round. */
export const DONE_ACTIONS = actionsInSql(({ category }) => category === 'done');
/** Somebody opened a link. */
export const VISIT_ACTIONS = actionsInSql(({ category }) => category === 'visit');
/** Something new was put before the reviewers. */
export const NEW_TO_CLIENT_ACTIONS = actionsInSql(({ isNewToClient }) => isNewToClient === true);
/** What a list may show as the last activity: everything except notes. */
export const ACTIVITY_ACTIONS = actionsInSql(({ category }) => category !== 'note');
/** Staff are notified of these under the topic `review`. */
export const REVIEW_TOPIC_ACTIONS = actionsInSql(({ notifies }) => notifies === 'review');
