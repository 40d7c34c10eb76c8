import { publicOrigin } from '../agencies/agency.present.js';
import type { MomentListItem, MomentView } from '../contract/moments.js';
import type { ReviewMomentView } from '../contract/review.js';
import type { MomentListRow, MomentRow } from './moment-row.js';

/** The moment in a list. */
export function presentMomentListItem(moment: MomentListRow): MomentListItem {
  return {
    id: moment.id,
    title: moment.title,
    clientId: moment.clientId,
    status: moment.status,
    imageCount: moment.imageCount,
    createdAt: moment.createdAt.toISOString(),
    client: { id: moment.clientId, business: moment.business },
  };
}

/** The moment on its own page. */
export function presentMoment(moment: MomentRow): MomentView {
  return {
    ...presentMomentListItem(moment),
    sharedAt: moment.sharedAt?.toISOString() ?? null,
    publicOrigin: publicOrigin(moment.agency),
  };
}

/** The moment, as its reviewer sees it. */
export function presentReviewMoment(moment: MomentListRow): ReviewMomentView {
  const { id, title, status, imageCount, business } = moment;
  return { moment: { id, title, status, imageCount }, client: { business } };
}
