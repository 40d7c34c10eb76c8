import type { EntityManager } from 'typeorm';
import type { NotificationFacts } from '../notification.entity.js';
import { notify } from '../notify.js';
import type { NotificationTopic } from './topic.js';

/** Links to a review or a portal were locked. An unread notification names the reviewers of all locked links. */
export const LINK: NotificationTopic = { mails: {} };

/**
 * Notifies staff that a reviewer's link was locked after too many wrong passcodes.
 * @param reviewId the review that it opens; `null` for the portal
 */
export async function notifyOfLockedLink(
  manager: EntityManager,
  { reviewId, clientId }: { reviewId: string | null; clientId: string },
  reviewer: string,
): Promise<void> {
  const facts: NotificationFacts = { people: [reviewer] };
  const client = reviewId ? null : clientId;
  await notify(manager, { reviewId, clientId }, ADD, [reviewId, client, JSON.stringify(facts)]);
}

const ADD = `
  INSERT INTO notifications AS n ("userId", "reviewId", "clientId", "topic", "kind", "facts")
  SELECT "userId", $2::uuid, $3::uuid, 'link', 'locked', $4::jsonb FROM unnest($1::uuid[]) "userId"
  ON CONFLICT (coalesce("reviewId", "clientId"), "topic", "userId") WHERE "readAt" IS NULL DO UPDATE SET
    "at" = now(), "facts" = jsonb_build_object('people', (
      SELECT jsonb_agg(DISTINCT name) FROM jsonb_array_elements((n."facts" -> 'people') || (excluded."facts" -> 'people')) name
    ))
  RETURNING n."userId"`;
