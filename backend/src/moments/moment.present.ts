import { publicOrigin } from '../agencies/agency.present.js';
import type { MomentListItem, MomentSummary, MomentView } from '../contract/moments.js';
import type { ReviewMomentView } from '../contract/review.js';
import { presentDone } from '../reviews/done.js';
import { thumbnailUrl } from './covers.queries.js';
import type { MomentListRow } from './moment-list.queries.js';
import type { MomentRow, MomentSummaryRow } from './moments.queries.js';

/** The moment in a list. */
export function presentMomentListItem(moment: MomentListRow): MomentListItem {
  const { approvedCount, rejectedCount, cover, lastAction, lastAt, run } = moment;
  return {
    ...presentSummary(moment),
    coverUrl: thumbnailUrl(cover),
    approvedCount,
    rejectedCount,
    // Moments without history were created by versions that did not record it.
    lastActivity: { action: lastAction ?? 'moment.created', at: (lastAt ?? moment.createdAt).toISOString() },
    run,
  };
}

function presentSummary(moment: MomentSummaryRow): MomentSummary {
  return {
    id: moment.id,
    title: moment.title,
    clientId: moment.clientId,
    status: moment.status,
    imageCount: moment.imageCount,
    dueOn: moment.dueOn,
    daysLeft: moment.daysLeft,
    createdAt: moment.createdAt.toISOString(),
    undelivered: moment.undelivered,
    delivered: moment.deliveredAt && { at: moment.deliveredAt.toISOString(), by: moment.deliveredBy ?? '' },
    client: { id: moment.clientId, business: moment.business },
  };
}

/** The moment on its own page. */
export function presentMoment(moment: MomentRow): MomentView {
  return {
    ...presentSummary(moment),
    sharedAt: moment.sharedAt?.toISOString() ?? null,
    done: presentDone(moment.done),
    publicOrigin: publicOrigin(moment.agency),
  };
}

/** The moment, as its reviewer sees it. */
export function presentReviewMoment(moment: MomentSummaryRow): ReviewMomentView {
  const { id, title, status, imageCount, dueOn, business, done } = moment;
  const deliveredAt = moment.deliveredAt?.toISOString() ?? null;
  return { moment: { id, title, status, imageCount, dueOn, isDone: done !== null, deliveredAt }, client: { business } };
}
