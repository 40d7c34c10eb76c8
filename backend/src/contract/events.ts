import type { ErrorCode } from './errors.js';
import type { ImageView, ReviewImageView } from './images.js';
import type { MomentView } from './moments.js';
import type { OptimizationView } from './optimizations.js';
import type { ReviewMomentView, ReviewOptimizationView } from './review.js';
import { PROGRESS_AUDIENCES, type ProgressEvents } from './runs.js';

/**
 * The members of staff who receive an event: all, single users, or those whose scope includes a client. The client is
 * given by its id, or found by an agency, a review or a mail. The client of a deleted record cannot be found: then
 * only staff with the scope `all` receive the event, unless `agencyId` is given beside `clientId`.
 */
export type StaffAudience =
  | 'everybody'
  | 'whoSeeAllClients'
  | { userIds: string[] }
  | { agencyId: string }
  | { clientId: string; agencyId?: string | null }
  | { reviewId: string }
  | { mailId: string };

/** Every event that staff receive. A key here without a cache rule in the frontend does not compile. */
export interface StaffEvents extends UserEvents, ProgressEvents {
  'image.changed': ImageView;
  'image.deleted': { momentId: string; imageId: string };
  'moment.changed': MomentView;
  'moment.deleted': { momentId: string };
  'optimization.changed': OptimizationView;
  'optimization.deleted': { optimizationId: string };
  'client.changed': { id: string };
  'agency.changed': { id: string };
  'settings.changed': { id: 'settings' };
  'user.changed': { id: string };
  /** The invitation of a colleague. */
  'invitation.changed': { id: string };
  /** Reviewers, named links, or whether an open link is on: of one moment or optimization, or of all of a client. */
  'sharing.changed': { clientId: string; momentId?: string; optimizationId?: string };
  'mail.changed': { mailId: string };
  /** The row of an event about this moment or optimization could not be read: refetch it. */
  'subject.stale': { momentId?: string | undefined; optimizationId?: string | undefined };
}

/**
 * The events of `StaffEvents` that go to single users. They are published with `userIds`, which browsers do not
 * receive.
 */
export interface UserEvents {
  /** Sent only to the users whose notifications changed. */
  'notifications.changed': { id: 'notifications' };
}
export type ToUsers<Payload> = Payload & { userIds: string[] };

/**
 * The events of ids and counts, which staff receive as they were published, with their audiences. All other events of
 * `StaffEvents` are made from rows (`realtime/presenters.ts`).
 */
export const ID_EVENTS = {
  ...PROGRESS_AUDIENCES,
  'image.deleted': ({ momentId }) => ({ reviewId: momentId }),
  'client.changed': ({ id }) => ({ clientId: id }),
  'agency.changed': ({ id }) => ({ agencyId: id }),
  'user.changed': () => 'everybody',
  'invitation.changed': () => 'everybody',
  'mail.changed': ({ mailId }) => ({ mailId }),
  'notifications.changed': ({ userIds }) => ({ userIds }),
} satisfies IdEvents;

type IdEvents = {
  [Name in keyof StaffEvents]?: (
    payload: Name extends keyof UserEvents ? ToUsers<UserEvents[Name]> : StaffEvents[Name],
  ) => StaffAudience;
};

/** Every event that a visitor receives: about the review that the visitor watches, and about the platform's brand. */
export interface VisitorEvents {
  'image.changed': ReviewImageView;
  'image.deleted': { momentId: string; imageId: string };
  'moment.changed': ReviewMomentView;
  'moment.deleted': { momentId: string };
  'optimization.changed': ReviewOptimizationView;
  'optimization.deleted': { optimizationId: string };
  'settings.changed': { id: 'settings' };
}

/** The events of `ID_EVENTS` that visitors who watch the review receive as well. */
export const ID_EVENTS_OF_REVIEWS: Record<Extract<keyof typeof ID_EVENTS, keyof VisitorEvents>, true> = {
  'image.deleted': true,
};

/** Events as Socket.IO types them. */
export type Handlers<Events> = { [Name in keyof Events]: (payload: Events[Name]) => void };

/** The two kinds of people that connect. */
export type Audience = 'staff' | 'visitor';

/**
 * What a browser sends as it connects. Staff need a valid session, or are refused with `NOT_SIGNED_IN`; visitors need none,
 * and one that they have does not matter. Without `as`, who sends a session's cookie to a main host is staff.
 */
export interface ConnectRequest {
  as?: Audience;
}

/** Why a connection was refused: the `data` of the error, whose message is a sentence. */
export interface ConnectRefusal {
  code: ErrorCode;
}

/** The record whose events a visitor subscribes to. */
export type WatchRequest = ({ momentId: string } | { publicLink: string }) & {
  /** Token of the reviewer's own link, where it is opened by one. */
  reviewLink?: string;
};

/** The acknowledgement of `watch`: `ok` is false without `error` if there is no such link. */
export type WatchAnswer = { ok: true } | { ok: false } | MessageRefusal;

/** Why a message was not taken. With a time to wait the connection is closed, so that its page asks again. */
export interface MessageRefusal {
  ok: false;
  error: string;
  retryAfterSeconds?: number;
}

/** The acknowledgement of `missed`. */
export interface MissedAnswer {
  missed: boolean;
}

/** Messages from the browser; any other one is acknowledged with a `MessageRefusal`. */
export interface BrowserMessages {
  watch: (request: WatchRequest, acknowledge: (answer: WatchAnswer) => void) => void;
  /**
   * Asks, once the connection receives its events, whether it may have missed one within the last `ageMs` milliseconds plus
   * `MISSED_MARGIN_MS`. If not, what was fetched since then is current.
   */
  missed: (ageMs: number, acknowledge: (answer: MissedAnswer) => void) => void;
}
