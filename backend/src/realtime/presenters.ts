import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffEvents, VisitorEvents } from '../contract/events.js';
import { findOptimization } from '../optimizations/find-optimization.js';
import {
  presentNamedReview,
  presentOptimization,
  presentReviewOptimization,
} from '../optimizations/optimization.present.js';
import { findImageRow } from '../images/images.queries.js';
import { presentImage, presentReviewImage } from '../images/image.present.js';
import { findMomentRow } from '../moments/moments.queries.js';
import { presentMoment, presentReviewMoment } from '../moments/moment.present.js';
import type { EventName, EventPayloads } from '../platform/events/publish.js';
import { reviewName } from '../reviews/review-names.js';
import { findReview } from '../reviews/reviews.queries.js';

/** Visitors of any review, and those who watch none. */
export const ALL_VISITORS = 'all';

/** One event in the format of each audience. */
interface Presented<Name extends keyof StaffEvents> {
  staff: StaffEvents[Name];
  /** The visitors who receive it, by the id of the review that they watch, and what: `named` goes instead of `payload` to reviewers with a link of their own. */
  visitors?: Name extends keyof VisitorEvents
    ? { room: string; payload: VisitorEvents[Name]; named?: VisitorEvents[Name] }
    : never;
  /** The members of staff who receive it; all if this is missing. */
  userIds?: string[];
}

/** Events that browsers receive beside the published one that causes them. */
export type PresentedName = keyof StaffEvents & EventName;

type PresenterTable = {
  [Name in PresentedName]: (payload: EventPayloads[Name]) => Promise<Presented<Name> | null>;
};

/** Loads and presents the row behind an event, once per process; `null` when the row is gone by now. */
@Injectable()
export class Presenters {
  constructor(private readonly db: DataSource) {}

  readonly table: PresenterTable = {
    'captions.progress': async (payload) => ({ staff: payload }),
    'image.changed': async ({ momentId, imageId }) => {
      const image = await findImageRow(this.db.manager, imageId);
      return image && { staff: presentImage(image), visitors: { room: momentId, payload: presentReviewImage(image) } };
    },
    'image.deleted': async (payload) => ({
      staff: payload,
      visitors: { room: payload.momentId, payload },
    }),
    'moment.changed': async ({ momentId }) => {
      const moment = await findMomentRow(this.db.manager, momentId);
      return (
        moment && {
          staff: presentMoment(moment),
          visitors: { room: momentId, payload: presentReviewMoment(moment) },
        }
      );
    },
    'moment.deleted': async (payload) => ({
      staff: payload,
      visitors: { room: payload.momentId, payload },
    }),
    'optimization.progress': async (payload) => ({ staff: payload }),
    'optimization.changed': async ({ optimizationId }) => {
      const optimization = await findOptimization(this.db.manager, { id: optimizationId });
      return (
        optimization && {
          staff: presentOptimization(optimization),
          visitors: {
            room: optimizationId,
            payload: presentReviewOptimization(optimization),
            named: presentNamedReview(optimization),
          },
        }
      );
    },
    'optimization.deleted': async (payload) => ({
      staff: payload,
      visitors: { room: payload.optimizationId, payload },
    }),
    'client.changed': async (payload) => ({ staff: payload }),
    'agency.changed': async (payload) => ({ staff: payload }),
    // The login page shows the brand to people who watch nothing.
    'settings.changed': async (payload) => ({ staff: payload, visitors: { room: ALL_VISITORS, payload } }),
    'user.changed': async (payload) => ({ staff: payload }),
    'invitation.changed': async (payload) => ({ staff: payload }),
    'sharing.changed': async ({ clientId, reviewId }) => {
      const review = reviewId && (await findReview(this.db.manager, reviewId));
      return { staff: { clientId, ...(review && reviewName(review)) } };
    },
    'mail.changed': async (payload) => ({ staff: payload }),
    'notifications.progress': async (payload) => ({ staff: payload }),
    'notifications.changed': async ({ userIds }) => ({ staff: { id: 'notifications' }, userIds }),
  };
}
