import { In, type EntityManager } from 'typeorm';
import { HISTORY, type NotifiedCategory } from '../../contract/history.js';
import type { NotificationKind } from '../../contract/notifications.js';
import { DECISION_ACTIONS, DONE_ACTIONS, REVIEW_TOPIC_ACTIONS, VISIT_ACTIONS } from '../../history/action-lists.js';
import { itemIdFields } from '../../history/history.js';
import type { FollowedEntry } from '../../history/pending-entries.queries.js';
import { Mail } from '../../mail/mail.entity.js';
import { ITEM_WORDS } from '../../reviews/review-names.js';
import type { RoundFinishedFacts } from '../mails/round-finished.mail.js';
import type { NotificationRow } from '../notifications.queries.js';
import { findUsersToNotify, publishChanged } from '../notify.js';
import {
  summaryOf,
  type MailedNotification,
  type OwnFacts,
  type TopicMail,
  type HistoryNotificationTopic,
} from './topic.js';

/**
 * What reviewers do in a review: they look for the first time, decide, and are done. All of it is one notification, which names its
 * entries by the first and the last; what it says is read from them (`notifications.queries.ts`).
 */
export const REVIEW: HistoryNotificationTopic = {
  follow: async (manager, reviewId, entries) => {
    for (const { category, first, last } of groupEntries(entries)) {
      if (category === 'undo') await publishChanged(manager, await correctUnread(manager, reviewId, last.id));
      else await addGroup(manager, reviewId, { category, first, last });
    }
  },
  mails: { decisions: mailOf, approved: mailOf, done: mailOf },
  note: ({ doneNote }) => doneNote ?? '',
};

/** Consecutive decisions of reviewers, or of one member of staff; or one entry of another kind. */
interface EntryGroup<Category = NotifiedCategory> {
  category: Category;
  first: FollowedEntry;
  last: FollowedEntry;
}

/**
 * Groups consecutive decisions by the same user; every other entry is a group of its own. Decisions of several reviewers, who are no
 * users, are one group: they are one notification, and it leaves out nobody but the user who decided.
 */
function groupEntries(entries: FollowedEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of entries) {
    const { notifies, category } = HISTORY[entry.action];
    // Entries of which nobody is notified are not passed to a topic.
    if (!notifies) continue;
    const last = groups.at(-1);
    if (category === 'decision' && last?.category === 'decision' && last.first.userId === entry.userId)
      last.last = entry;
    else groups.push({ category, first: entry, last: entry });
  }
  return groups;
}

/** The categories that add a notification; an `undo` corrects one. */
type AddedCategory = Exclude<NotifiedCategory, 'undo'>;

async function addGroup(
  manager: EntityManager,
  reviewId: string,
  { category, first, last }: EntryGroup<AddedCategory>,
): Promise<void> {
  if (category === 'visit' && !(await isFirstVisit(manager, reviewId, first))) return;
  const userIds = await findUsersToNotify(manager, { reviewId, byUserId: first.userId });
  if (userIds.length === 0) return;
  const kind = await kindOf(manager, reviewId, category);
  if (kind !== 'opened') await manager.query(BEGIN_ROUND, [userIds, reviewId, kind, first.id]);
  const changed = await manager.query<{ userId: string }[]>(ADD, [userIds, reviewId, kind, first.id, last.id]);
  await publishChanged(manager, changed);
}

async function kindOf(manager: EntityManager, reviewId: string, category: AddedCategory): Promise<NotificationKind> {
  if (category === 'visit') return 'opened';
  if (category === 'done') return 'done';
  // Another category does not compile: it needs a kind of its own above.
  category satisfies 'decision';
  const [row] = await manager.query<[{ isLeft: boolean }]>(IS_LEFT, [reviewId]);
  return row.isLeft ? 'decisions' : 'approved';
}

/** Whether a reviewer, or somebody with the open link, did nothing before in this review that staff were notified of. */
async function isFirstVisit(manager: EntityManager, reviewId: string, entry: FollowedEntry): Promise<boolean> {
  const [row] = await manager.query<[{ isFirst: boolean }]>(IS_FIRST, [reviewId, entry.id, entry.reviewerId]);
  return row.isFirst;
}

/**
 * A decision was taken back by this entry: unread notifications count the decisions that are left, and are removed if
 * none is.
 */
function correctUnread(manager: EntityManager, reviewId: string, entryId: string): Promise<{ userId: string }[]> {
  return manager.query(CORRECT, [reviewId, entryId]);
}

/**
 * The summary of a round that is over, once to each user; what a reviewer wrote after it, alone; or what was decided in a round
 * that goes on.
 */
async function mailOf(
  row: NotificationRow,
  { manager, userId, origin }: MailedNotification,
): Promise<TopicMail | null> {
  const kind = row.kind === 'done' ? 'roundFinished' : 'decisions';
  const facts = factsOf(row, origin);
  const { note } = facts;
  if (row.kind !== 'done' && row.left > 0) return { kind, dedupeKey: row.id, facts };
  const dedupeKey = `round:${row.reviewId}:${row.roundStart}`;
  const where = { userId, dedupeKey, kind: In(['decisions', 'roundFinished']) };
  const sent = await manager.find(Mail<{ note?: string }>, { where });
  if (sent.length === 0) return { kind, dedupeKey, facts };
  if (note === '' || sent.some((mail) => mail.facts.note === note)) return null;
  const noteAlone = { ...facts, approved: 0, rejected: 0, left: 0, feedback: [], photos: [] };
  return { kind: 'roundFinished', dedupeKey, facts: noteAlone };
}

function factsOf(row: NotificationRow, origin: string): OwnFacts<RoundFinishedFacts> {
  const rejections = row.words ?? [];
  return {
    ...summaryOf(row, { origin }),
    client: { business: row.business },
    by: (row.people ?? []).join(', '),
    things: ITEM_WORDS[row.reviewKind!],
    feedback: rejections.map(({ itemId, position, feedback }) => ({
      name: itemIdFields(itemId).section ?? `#${position ?? ''}`,
      feedback,
    })),
    photos: rejections.flatMap(({ fileId, position }) => (fileId ? [{ fileId, title: `#${position ?? ''}` }] : [])),
    note: row.doneNote ?? '',
  };
}

const IS_LEFT = `
  SELECT EXISTS (SELECT FROM review_items WHERE "reviewId" = $1 AND "status" <> 'approved') AS "isLeft"`;

const IS_FIRST = `
  SELECT NOT EXISTS (
    SELECT FROM history WHERE "reviewId" = $1 AND "id" < $2 AND "actor" = 'visitor'
      AND "reviewerId" IS NOT DISTINCT FROM $3::uuid AND "action" IN (${REVIEW_TOPIC_ACTIONS})
  ) AS "isFirst"`;

// Restarts an unread notification when a new round has begun and the old one was ended or mailed.
const BEGIN_ROUND = `
  UPDATE notifications n SET "kind" = $3, "firstEntry" = $4::bigint FROM reviews r
  WHERE r."id" = $2 AND n."reviewId" = r."id" AND n."topic" = 'review' AND n."userId" = ANY($1::uuid[]) AND n."readAt" IS NULL
    AND (n."kind" = 'done' OR n."mailedAt" IS NOT NULL)
    AND n."lastEntry" <= r."roundStart" AND r."roundStart" < $4::bigint`;

// Merging never turns decisions back into 'opened'; 'done' stays 'done'.
const ADD = `
  INSERT INTO notifications AS n ("userId", "reviewId", "topic", "kind", "firstEntry", "lastEntry")
  SELECT "userId", $2::uuid, 'review', $3, $4::bigint, $5::bigint FROM unnest($1::uuid[]) "userId"
  ON CONFLICT (coalesce("reviewId", "clientId"), "topic", "userId") WHERE "readAt" IS NULL DO UPDATE SET
    "kind" = CASE n."kind" WHEN 'done' THEN 'done' ELSE excluded."kind" END,
    "lastEntry" = excluded."lastEntry", "at" = now(), "mailedAt" = NULL
  WHERE excluded."kind" <> 'opened'
  RETURNING n."userId"`;

const CORRECT = `
  WITH corrected AS (
    SELECT n."id", CASE
      WHEN bool_or(last."action" IN (${DECISION_ACTIONS})) THEN CASE n."kind" WHEN 'done' THEN 'done' ELSE 'decisions' END
      WHEN bool_or(last."action" IN (${DONE_ACTIONS})) THEN 'done'
      WHEN bool_or(last."action" IN (${VISIT_ACTIONS})) THEN 'opened'
    END AS "kind"
    FROM notifications n CROSS JOIN LATERAL (
      SELECT DISTINCT ON (h."itemId", h."action" IN (${VISIT_ACTIONS})) h."action" FROM history h
      WHERE h."reviewId" = $1 AND h."id" BETWEEN n."firstEntry" AND $2 AND h."action" IN (${REVIEW_TOPIC_ACTIONS})
      ORDER BY h."itemId", h."action" IN (${VISIT_ACTIONS}), h."id" DESC
    ) last
    WHERE n."reviewId" = $1 AND n."topic" = 'review' AND n."readAt" IS NULL
    GROUP BY n."id"
  ), kept AS (
    UPDATE notifications n SET "kind" = corrected."kind", "lastEntry" = $2 FROM corrected
    WHERE n."id" = corrected."id" AND corrected."kind" IS NOT NULL RETURNING n."userId"
  ), removed AS (
    DELETE FROM notifications n USING corrected
    WHERE n."id" = corrected."id" AND corrected."kind" IS NULL RETURNING n."userId"
  )
  SELECT "userId" FROM kept UNION ALL SELECT "userId" FROM removed`;
