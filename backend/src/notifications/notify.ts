import type { EntityManager } from 'typeorm';
import { userSeesSql } from '../access/scope.js';
import { HISTORY, type HistoryAction, type HistoryActionFacts } from '../contract/history.js';
import { DECISIONS, DONE, OF_REVIEW_TOPIC, VISITS } from '../history/action-lists.js';
import { prepared } from '../platform/database/sql.js';
import { CHANNEL, envelope } from '../platform/events/publish.js';
import { RunItem, type Run } from '../runs/run.entity.js';
import type { NotificationFacts } from './notification.entity.js';

/** Condition: the entry with the alias `h` says that a link was opened, which changes nothing that was said before. */
export const IS_VISIT = `(h."action" IN (${VISITS}))`;

/** An entry that staff are to be notified of. */
export interface NotifiedEntry {
  id: string;
  action: HistoryAction;
  reviewerId: string | null;
  /** The member of staff who did it, and is not notified. */
  userId: string | null;
}

/** Consecutive entries of one kind by one person. */
interface Sitting {
  what: HistoryActionFacts['what'];
  first: NotifiedEntry;
  last: NotifiedEntry;
}

/** Notifies staff of entries of the history about one review, given in their order. The user who made an entry is not notified of it. */
export async function notifyOfEntries(
  manager: EntityManager,
  reviewId: string,
  entries: NotifiedEntry[],
): Promise<void> {
  for (const { what, first, last } of sittingsOf(entries)) {
    const parameters = [...event(), reviewId, first.userId, first.id];
    if (what === 'undo') await manager.query(OF_UNDO, [...event(), reviewId, last.id]);
    if (what === 'decision') await manager.query(OF_DECISIONS, [...parameters, last.id]);
    if (what === 'done') await manager.query(OF_DONE, parameters);
    if (what === 'visit') await manager.query(OF_VISIT, [...parameters, first.reviewerId]);
  }
}

/** Groups consecutive decisions of one person; every other entry is a group of its own. */
function sittingsOf(entries: NotifiedEntry[]): Sitting[] {
  const sittings: Sitting[] = [];
  for (const entry of entries) {
    const { what } = HISTORY[entry.action];
    const last = sittings.at(-1);
    if (what === 'decision' && last?.what === 'decision' && last.first.userId === entry.userId) last.last = entry;
    else sittings.push({ what, first: entry, last: entry });
  }
  return sittings;
}

/**
 * Notifies staff that items of a run failed, and why the first one did; does nothing if none failed. Called in the transaction
 * that ends the run. An unread notification of an earlier run is replaced.
 */
export async function notifyOfFailures(manager: EntityManager, { id, subjectId, failed }: Run): Promise<void> {
  if (failed === 0) return;
  const where = { runId: id, state: 'failed' as const };
  const first = await manager.findOne(RunItem, { where, order: { position: 'ASC' } });
  const facts: NotificationFacts = { failed, note: first?.message ?? '' };
  await manager.query(FAILED, [...event(), subjectId, null, JSON.stringify(facts)]);
}

/** Notifies staff that a reviewer's link was locked after too many wrong passcodes. @param reviewId what it opens; `null` for all work of the client */
export async function notifyOfLockedLink(
  manager: EntityManager,
  { reviewId, clientId }: { reviewId: string | null; clientId: string },
  reviewer: string,
): Promise<void> {
  const facts: NotificationFacts = { people: [reviewer] };
  await manager.query(LOCKED, [...event(), reviewId, null, JSON.stringify(facts), clientId]);
}

function event(): unknown[] {
  return [CHANNEL, JSON.stringify(envelope('notifications.changed', { id: 'notifications', userIds: [] }))];
}

// The statements' first parameters: 1 the channel, 2 the event, 3 the review (or its run), 4 the user who did it; in `OF_UNDO`
// 4 is the entry.

/** Publishes the event to the users in `written`; a payload holds a hundred of them at most. */
const PUBLISH = `
  SELECT pg_notify($1, jsonb_set($2::jsonb, '{payload,userIds}', "userIds")::text) FROM (
    SELECT jsonb_agg("userId") AS "userIds"
    FROM (SELECT "userId", (row_number() OVER () - 1) / 100 AS "part" FROM written) parts GROUP BY "part"
  ) events`;

/** A statement that notifies the users who want to know of what happens to a client. */
interface Insert {
  columns: string;
  values: string;
  /** Whether they are notified at all. */
  where?: string;
  /** What becomes of an unread one of the same topic, `n`. */
  onConflict: string;
  /** Selects the client. */
  client?: string;
}

const CLIENT = 'SELECT "clientId" FROM reviews WHERE "id" = $3';
// The lock skips users who are removed meanwhile: without it, the foreign key would refuse the whole change.
const notify = ({ columns, values, where = 'true', onConflict, client = CLIENT }: Insert): string => `
  WITH written AS (
    INSERT INTO notifications AS n ("userId", "reviewId", ${columns})
    SELECT u."id", $3, ${values} FROM users u
    WHERE u."notify" <> 'off' AND u."id" IS DISTINCT FROM $4::uuid AND ${where} AND ${userSeesSql('u', `(${client})`)} AND (
      u."notifyAbout" = 'all' OR u."id" IN (SELECT "userId" FROM follows WHERE "clientId" = (${client}))
    )
    ORDER BY u."id" FOR KEY SHARE OF u
    ON CONFLICT (coalesce("reviewId", "clientId"), "topic", "userId") WHERE "readAt" IS NULL ${onConflict}
    RETURNING n."userId"
  ) ${PUBLISH}`;

// What was said before is over: the reviewer was done or it was mailed, and another round has begun since.
const ROUND_START = '(SELECT "roundStart" FROM reviews WHERE "id" = $3)';
const IS_NEW_ROUND = `((n."kind" = 'done' OR n."mailedAt" IS NOT NULL)
  AND n."lastEntry" <= ${ROUND_START} AND ${ROUND_START} < excluded."firstEntry")`;
const ADDED = `"firstEntry" = CASE WHEN ${IS_NEW_ROUND} THEN excluded."firstEntry" ELSE n."firstEntry" END,
  "lastEntry" = excluded."lastEntry", "at" = now(), "mailedAt" = NULL`;

/** Decisions from the entry 5 to the entry 6. */
const OF_DECISIONS = prepared(
  'notify of decisions',
  notify({
    columns: '"topic", "kind", "firstEntry", "lastEntry"',
    values: `'review', CASE
      WHEN EXISTS (SELECT FROM review_items WHERE "reviewId" = $3 AND "status" <> 'approved') THEN 'decisions' ELSE 'approved'
    END, $5::bigint, $6::bigint`,
    onConflict: `DO UPDATE SET ${ADDED},
      "kind" = CASE WHEN n."kind" = 'done' AND NOT ${IS_NEW_ROUND} THEN 'done' ELSE excluded."kind" END`,
  }),
);

/** The entry 5 says that a reviewer is done. */
const OF_DONE = notify({
  columns: '"topic", "kind", "firstEntry", "lastEntry"',
  values: `'review', 'done', $5::bigint, $5::bigint`,
  onConflict: `DO UPDATE SET "kind" = 'done', ${ADDED}`,
});

/** The entry 5 says that a reviewer, 6, or somebody with the open link looked for the first time. What is unread says more than that. */
const OF_VISIT = notify({
  columns: '"topic", "kind", "firstEntry", "lastEntry"',
  values: `'review', 'opened', $5::bigint, $5::bigint`,
  where: `NOT EXISTS (
    SELECT FROM history h WHERE h."reviewId" = $3 AND h."id" < $5 AND h."actor" = 'visitor'
      AND h."reviewerId" IS NOT DISTINCT FROM $6::uuid AND h."action" IN (${OF_REVIEW_TOPIC})
  )`,
  onConflict: 'DO NOTHING',
});

/** Work on the review failed; 5 are the facts. */
const FAILED = notify({
  columns: '"topic", "kind", "facts"',
  values: `'run', 'failed', $5::jsonb`,
  onConflict: 'DO UPDATE SET "facts" = excluded."facts", "at" = now(), "mailedAt" = NULL',
});

/** A link was locked, to the review or to all work of the client 6; 5 are the facts. */
const LOCKED = notify({
  columns: '"clientId", "topic", "kind", "facts"',
  values: `CASE WHEN $3::uuid IS NULL THEN $6::uuid END, 'link', 'locked', $5::jsonb`,
  client: '$6::uuid',
  onConflict: `DO UPDATE SET "at" = now(), "facts" = jsonb_build_object('people', (
    SELECT jsonb_agg(DISTINCT name) FROM jsonb_array_elements((n."facts" -> 'people') || (excluded."facts" -> 'people')) name
  ))`,
});

/** A decision was taken back by the entry 4: unread notifications say what still stands, and go if nothing does. */
const OF_UNDO = `
  WITH corrected AS (
    SELECT n."id", n."userId", CASE
      WHEN bool_or(last."action" IN (${DECISIONS})) THEN CASE n."kind" WHEN 'done' THEN 'done' ELSE 'decisions' END
      WHEN bool_or(last."action" IN (${DONE})) THEN 'done'
      WHEN bool_or(last."action" IN (${VISITS})) THEN 'opened'
    END AS "kind"
    FROM notifications n CROSS JOIN LATERAL (
      SELECT DISTINCT ON (h."itemId", ${IS_VISIT}) h."action" FROM history h
      WHERE h."reviewId" = $3 AND h."id" BETWEEN n."firstEntry" AND $4 AND h."action" IN (${OF_REVIEW_TOPIC})
      ORDER BY h."itemId", ${IS_VISIT}, h."id" DESC
    ) last
    WHERE n."reviewId" = $3 AND n."topic" = 'review' AND n."readAt" IS NULL
    GROUP BY n."id"
  ), kept AS (
    UPDATE notifications n SET "kind" = corrected."kind", "lastEntry" = $4 FROM corrected
    WHERE n."id" = corrected."id" AND corrected."kind" IS NOT NULL RETURNING n."userId"
  ), removed AS (
    DELETE FROM notifications n USING corrected
    WHERE n."id" = corrected."id" AND corrected."kind" IS NULL RETURNING n."userId"
  ), written AS (SELECT "userId" FROM kept UNION ALL SELECT "userId" FROM removed) ${PUBLISH}`;
