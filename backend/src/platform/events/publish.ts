import type { EntityManager } from 'typeorm';
import { currentRequestId } from '../http/request-id.js';
import type { StaffEvents, ToUsers, UserEvents } from '../../contract/events.js';

/** PostgreSQL's channel for events. */
export const CHANNEL = 'gmb_moments';

/** Events whose payload for browsers differs from the published one: each process makes it from these ids. */
type ReadBeforeSending =
  | 'image.changed'
  | 'moment.changed'
  | 'moment.deleted'
  | 'optimization.changed'
  | 'optimization.deleted'
  | 'sharing.changed'
  | 'subject.stale';

/** The owner of a deleted record, which cannot be looked up any more. */
interface DeletedOf {
  clientId: string;
  agencyId?: string | null;
}

/** Events to single users, with the ids of at most a hundred. */
type PublishedToUsers = { [Name in keyof UserEvents]: ToUsers<UserEvents[Name]> };

/** Every event with its payload: ids and counts only, since a notification holds at most 8 kB. */
export interface EventPayloads extends Omit<StaffEvents, ReadBeforeSending | keyof UserEvents>, PublishedToUsers {
  'image.changed': { momentId: string; imageId: string };
  'moment.changed': { momentId: string };
  'moment.deleted': { momentId: string } & DeletedOf;
  'optimization.changed': { optimizationId: string };
  'optimization.deleted': { optimizationId: string } & DeletedOf;
  /** A moment or an optimization was moved to another client. */
  'review.moved': { reviewId: string; formerClientId: string };
  /** A client was moved to another agency, or away from any. */
  'client.moved': { clientId: string; formerAgencyId: string | null };
  /** A client was deleted with all of it. */
  'client.deleted': { clientId: string; agencyId: string | null };
  /** An agency was deleted; its clients stay. */
  'agency.deleted': { agencyId: string };
  /**
   * Visitors may have lost access to this review or, without one, to all reviews of this client; with `ofReviewers`
   * only visitors with a link of their own.
   */
  'access.changed': { clientId: string; reviewId: string | null; ofReviewers?: true };
  /** Reviewers, named links, or whether an open link is on: of one review or, without one, of all of a client. */
  'sharing.changed': { clientId: string; reviewId: string | null };
  /** One session was ended by a logout. */
  'session.ended': { sessionId: string };
  /** Role or scope of a user changed: the next request and connection have the new one. */
  'rights.changed': { userId: string };
  /** An API key was revoked. */
  'api_key.ended': { keyId: string };
  /** Every session of the user but the kept one was ended. */
  'credentials.changed': { userId: string; keptSessionId: string | null };
}
export type EventName = keyof EventPayloads;

/** An event with the id of the request that caused it, and when it was published (ms, by the publisher's clock). */
export type PublishedEvent = {
  [Name in EventName]: { name: Name; payload: EventPayloads[Name]; requestId: string | null; publishedAt: number };
}[EventName];

/** Publishes an event in the manager's transaction: it is sent with the commit, and never after a rollback. */
export function publish<Name extends EventName>(
  manager: EntityManager,
  name: Name,
  payload: EventPayloads[Name],
): Promise<void> {
  return publishEach(manager, name, [payload]);
}

/** Publishes several events of one name, in one round trip. */
export async function publishEach<Name extends EventName>(
  manager: EntityManager,
  name: Name,
  payloads: EventPayloads[Name][],
): Promise<void> {
  const texts = payloads.map((payload) => JSON.stringify(envelope(name, payload)));
  await manager.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [CHANNEL, texts]);
}

/** The event as it is sent in a notification. */
function envelope<Name extends EventName>(name: Name, payload: EventPayloads[Name]) {
  return { name, payload, requestId: currentRequestId(), publishedAt: Date.now() };
}
