import { publicOrigin } from '../agencies/agency.present.js';
import type { MomentListItem, MomentView } from '../contract/moments.js';
import type { ReviewMomentView } from '../contract/review.js';
import type { Moment } from './moment.entity.js';

/** The moment in a list; its client must be loaded. */
export function presentMomentListItem(moment: Moment): MomentListItem {
  return {
    id: moment.id,
    title: moment.title,
    clientId: moment.clientId,
    status: moment.status,
    imageCount: moment.imageCount,
    createdAt: moment.createdAt.toISOString(),
    client: { id: moment.clientId, business: moment.client?.business ?? '' },
  };
}

/** The moment on its own page; its client and agency must be loaded. */
export function presentMoment(moment: Moment): MomentView {
  return {
    ...presentMomentListItem(moment),
    sharedAt: moment.sharedAt?.toISOString() ?? null,
    publicOrigin: publicOrigin(moment.client?.agency),
  };
}

/** The moment, as its reviewer sees it; its client must be loaded. */
export function presentReviewMoment(moment: Moment): ReviewMomentView {
  const { id, title, status, imageCount } = moment;
  return { moment: { id, title, status, imageCount }, client: { business: moment.client?.business ?? '' } };
}
