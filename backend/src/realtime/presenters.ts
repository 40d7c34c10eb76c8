import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EVERYTHING } from '../access/scope.js';
import {
  ID_EVENTS,
  ID_EVENTS_OF_REVIEWS,
  type StaffAudience,
  type StaffEvents,
  type VisitorEvents,
} from '../contract/events.js';
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
import { reviewIdIn, reviewIdField, type ReviewRef } from '../reviews/review-names.js';
import { findReview, findReviewsOf } from '../reviews/reviews.queries.js';

/** Instead of a review's id: all visitors, also those who watch no review. */
export const ALL_VISITORS = 'all';

/** An event as browsers receive it, in the format of each audience. */
export type Emission<Name extends keyof StaffEvents = keyof StaffEvents> = { [One in Name]: EmissionOf<One> }[Name];

interface EmissionOf<Name extends keyof StaffEvents> {
  name: Name;
  staff: StaffEvents[Name];
  to: StaffAudience;
  /** Excludes a part of `to`. */
  exceptTo?: StaffAudience;
  /**
   * What visitors receive who watch the review `room`; those with a link of their own receive `named`, if it is set,
   * instead of `payload`.
   */
  visitors?: Name extends keyof VisitorEvents
    ? { room: string; payload: VisitorEvents[Name]; named?: VisitorEvents[Name] }
    : never;
}

/** Published events whose payload for browsers is made from a row. */
type RowEvent = Exclude<keyof StaffEvents & EventName, IdEvent>;
type IdEvent = keyof typeof ID_EVENTS;

/** Published events after which some staff do not see records any more: they receive deletions of these records. */
type Withdrawal = 'review.moved' | 'client.moved' | 'client.deleted' | 'agency.deleted';

type PresenterTable = {
  [Name in RowEvent]: (payload: EventPayloads[Name]) => Promise<Emission<Name> | null>;
} & {
  [Name in Withdrawal]: (payload: EventPayloads[Name]) => Promise<Emission[]>;
};

/**
 * Makes what browsers receive from a published event. Rows are loaded once per process and event; `null` if the row
 * was deleted.
 */
@Injectable()
export class Presenters {
  constructor(private readonly db: DataSource) {}

  private readonly table: PresenterTable = {
    'image.changed': async ({ momentId, imageId }) => {
      const image = await findImageRow(this.db.manager, imageId);
      return (
        image && {
          name: 'image.changed',
          to: { reviewId: momentId },
          staff: presentImage(image),
          visitors: { room: momentId, payload: presentReviewImage(image) },
        }
      );
    },
    'moment.changed': async ({ momentId }) => {
      const moment = await findMomentRow(this.db.manager, momentId, EVERYTHING);
      return (
        moment && {
          name: 'moment.changed',
          to: { clientId: moment.clientId },
          staff: presentMoment(moment),
          visitors: { room: momentId, payload: presentReviewMoment(moment) },
        }
      );
    },
    'moment.deleted': async ({ momentId, ...owner }) => ({
      name: 'moment.deleted',
      to: owner,
      staff: { momentId },
      visitors: { room: momentId, payload: { momentId } },
    }),
    'optimization.changed': async ({ optimizationId }) => {
      const optimization = await findOptimization(this.db.manager, { id: optimizationId });
      return (
        optimization && {
          name: 'optimization.changed',
          to: { clientId: optimization.clientId },
          staff: presentOptimization(optimization),
          visitors: {
            room: optimizationId,
            payload: presentReviewOptimization(optimization),
            named: presentNamedReview(optimization),
          },
        }
      );
    },
    'optimization.deleted': async ({ optimizationId, ...owner }) => ({
      name: 'optimization.deleted',
      to: owner,
      staff: { optimizationId },
      visitors: { room: optimizationId, payload: { optimizationId } },
    }),
    // Visitors who watch nothing receive it too, because the login page shows the brand.
    'settings.changed': async (payload) => ({
      name: 'settings.changed',
      to: 'everybody',
      staff: payload,
      visitors: { room: ALL_VISITORS, payload },
    }),
    'sharing.changed': async ({ clientId, reviewId }) => {
      const review = reviewId && (await findReview(this.db.manager, reviewId));
      const staff = { clientId, ...(review && reviewIdField(review)) };
      return { name: 'sharing.changed', to: { clientId }, staff };
    },
    'review.moved': async ({ reviewId, formerClientId }) => {
      const review = await findReview(this.db.manager, reviewId);
      return review ? [deletionOf(review, { clientId: formerClientId }, { reviewId })] : [];
    },
    'client.moved': async ({ clientId, formerAgencyId }) => {
      if (formerAgencyId === null) return [];
      const [to, exceptTo] = [{ clientId, agencyId: formerAgencyId }, { clientId }];
      const reviews = await findReviewsOf(this.db.manager, clientId);
      const deletions = reviews.map((review) => deletionOf(review, to, exceptTo));
      return [...deletions, { name: 'client.changed', to, exceptTo, staff: { id: clientId } }];
    },
    'client.deleted': async ({ clientId, agencyId }) => [
      { name: 'client.changed', to: { clientId, agencyId }, staff: { id: clientId } },
    ],
    'agency.deleted': async ({ agencyId }) => [{ name: 'agency.changed', to: { agencyId }, staff: { id: agencyId } }],
  };

  /** The events for browsers; none for an event that only processes use, or an unknown one of a newer version. */
  async present<Name extends EventName>(name: Name, payload: EventPayloads[Name]): Promise<Emission[]> {
    if (isIdEvent(name)) return [presentIdEvent(name, payload)];
    const presenter = (this.table as Partial<Record<EventName, (payload: EventPayloads[Name]) => Promise<unknown>>>)[
      name
    ];
    const presented = (await presenter?.(payload)) as Emission | Emission[] | null | undefined;
    return presented ? [presented].flat() : [];
  }
}

function isIdEvent(name: EventName): name is IdEvent {
  return name in ID_EVENTS;
}

/** Presents an event of ids: the payload as it was published, without `userIds`. */
function presentIdEvent(name: IdEvent, payload: object): Emission {
  const audienceOf = ID_EVENTS[name] as (published: object) => StaffAudience;
  const { userIds: _users, ...staff } = payload as { userIds?: string[] };
  const visitors = name in ID_EVENTS_OF_REVIEWS && { room: reviewIdIn(payload), payload: staff };
  return { name, to: audienceOf(payload), staff, ...(visitors && { visitors }) } as Emission;
}

/** A deletion of a review, for staff who do not see it any more. */
function deletionOf(review: ReviewRef, to: StaffAudience, exceptTo: StaffAudience): Emission {
  const { reviewId } = review;
  return review.kind === 'moment'
    ? { name: 'moment.deleted', to, exceptTo, staff: { momentId: reviewId } }
    : { name: 'optimization.deleted', to, exceptTo, staff: { optimizationId: reviewId } };
}
