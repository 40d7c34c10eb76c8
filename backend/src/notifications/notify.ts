import type { EntityManager } from 'typeorm';
import type { HistoryAction } from '../contract/history.js';
import { NOTIFIES_OF, type Notified } from '../history/notified-actions.js';
import { idOf, type Subject } from '../history/subject.js';
import { prepared } from '../platform/database/sql.js';
import { CHANNEL, envelope } from '../platform/events/publish.js';
import { RunItem, type Run } from '../runs/run.entity.js';
import type { NotificationFacts } from './notification.entity.js';

type SubjectColumn = 'momentId' | 'optimizationId';

/** The actions that notifications of the topic `review` are made from, for statements. */
export const NOTIFYING_ACTIONS = `ARRAY['${Object.keys(NOTIFIES_OF).join("', '")}']`;

/** Condition: the entry with the alias `h` says that a link was opened, which changes nothing that was said before. */
export const IS_VISIT = `(h."action" IN ('moment.opened', 'optimization.opened'))`;

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
  kind: Notified | undefined;
  first: NotifiedEntry;
  last: NotifiedEntry;
}

/** Notifies staff of entries of the history about one subject, given in their order. The user who made an entry is not notified of it. */
export async function notifyOfEntries(
  manager: EntityManager,
  subject: Subject,
  entries: NotifiedEntry[],
): Promise<void> {
  const statements = statementsFor(subject);
  const subjectId = idOf(subject);
  for (const { kind, first, last } of sittingsOf(entries)) {
    const parameters = [...event(), subjectId, first.userId, first.id];
    if (kind === 'undone') await manager.query(statements.undone, [...event(), subjectId, last.id]);
    if (kind === 'decisions') await manager.query(statements.decisions, [...parameters, last.id]);
    if (kind === 'done') await manager.query(statements.done, parameters);
    if (kind === 'opened') await manager.query(statements.opened, [...parameters, first.reviewerId]);
  }
}

/** Groups consecutive decisions of one person; every other entry is a group of its own. */
function sittingsOf(entries: NotifiedEntry[]): Sitting[] {
  const sittings: Sitting[] = [];
  for (const entry of entries) {
    const kind = NOTIFIES_OF[entry.action];
    const last = sittings.at(-1);
    if (kind === 'decisions' && last?.kind === 'decisions' && last.first.userId === entry.userId) last.last = entry;
    else sittings.push({ kind, first: entry, last: entry });
  }
  return sittings;
}

/**
 * Notifies staff that items of a run failed, and why the first one did; does nothing if none failed. Called in the transaction
 * that ends the run. An unread notification of an earlier run is replaced.
 */
export async function notifyOfFailures(manager: EntityManager, subject: Subject, { id, failed }: Run): Promise<void> {
  if (failed === 0) return;
  const where = { runId: id, state: 'failed' as const };
  const first = await manager.findOne(RunItem, { where, order: { position: 'ASC' } });
  const facts: NotificationFacts = { failed, note: first?.message ?? '' };
  await manager.query(statementsFor(subject).failed, [...event(), idOf(subject), null, JSON.stringify(facts)]);
}

/** Notifies staff that a reviewer's link to a subject, or to all work of a client, was locked after too many wrong passcodes. */
export async function notifyOfLockedLink(
  manager: EntityManager,
  about: Subject | { clientId: string },
  reviewer: string,
): Promise<void> {
  const [column, id] = Object.entries(about)[0] as [keyof typeof LOCKED, string];
  await manager.query(LOCKED[column], [...event(), id, null, JSON.stringify({ people: [reviewer] })]);
}

function statementsFor(subject: Subject) {
  return 'momentId' in subject ? STATEMENTS.momentId : STATEMENTS.optimizationId;
}

function event(): unknown[] {
  return [CHANNEL, JSON.stringify(envelope('notifications.changed', { userIds: [] }))];
}

/** Publishes the event to the users in `written`; a payload holds a hundred of them at most. */
const PUBLISH = `
  SELECT pg_notify($1, jsonb_set($2::jsonb, '{payload,userIds}', "userIds")::text) FROM (
    SELECT jsonb_agg("userId") AS "userIds"
    FROM (SELECT "userId", (row_number() OVER () - 1) / 100 AS "part" FROM written) parts GROUP BY "part"
  ) events`;

/** The parts of the statements that differ by what they are about. */
const OF: Record<SubjectColumn, { table: string; hasUndecided: string }> = {
  momentId: {
    table: 'moments',
    hasUndecided: `SELECT FROM images WHERE "momentId" = $3 AND "status" <> 'approved'`,
  },
  optimizationId: {
    table: 'gmb_optimizations',
    hasUndecided: `SELECT FROM optimization_sections WHERE "optimizationId" = $3 AND "approval" <> 'approved'`,
  },
};

/**
 * The statement that notifies of something. Its lock skips users who are removed meanwhile: without it, the foreign key would
 * refuse the whole change.
 * @param client selects the client whose followers are notified, beside those who are notified of all
 */
const insertFor =
  (column: SubjectColumn | 'clientId', client: string) =>
  (columns: string, values: string, where: string, onConflict: string): string => `
    WITH written AS (
      INSERT INTO notifications AS n ("userId", "${column}", ${columns})
      SELECT u."id", $3, ${values} FROM users u
      WHERE u."notify" <> 'off' AND u."id" IS DISTINCT FROM $4::uuid AND ${where} AND (
        u."notifyAbout" = 'all' OR u."id" IN (SELECT "userId" FROM follows WHERE "clientId" = (${client}))
      )
      ORDER BY u."id" FOR KEY SHARE OF u
      ON CONFLICT ("${column}", "topic", "userId") WHERE "readAt" IS NULL ${onConflict}
      RETURNING n."userId"
    ) ${PUBLISH}`;

const lockedFor = (column: SubjectColumn | 'clientId', client: string): string =>
  insertFor(column, client)(
    '"topic", "kind", "facts"',
    `'link', 'locked', $5::jsonb`,
    'true',
    `DO UPDATE SET "at" = now(), "facts" = jsonb_build_object('people', (
       SELECT jsonb_agg(DISTINCT name) FROM jsonb_array_elements((n."facts" -> 'people') || (excluded."facts" -> 'people')) name
     ))`,
  );
const LOCKED = {
  momentId: lockedFor('momentId', 'SELECT "clientId" FROM moments WHERE "id" = $3'),
  optimizationId: lockedFor('optimizationId', 'SELECT "clientId" FROM gmb_optimizations WHERE "id" = $3'),
  clientId: lockedFor('clientId', 'SELECT $3::uuid'),
};

const STATEMENTS = { momentId: statementsOf('momentId'), optimizationId: statementsOf('optimizationId') };

function statementsOf(column: SubjectColumn) {
  const { table, hasUndecided } = OF[column];
  const insert = insertFor(column, `SELECT "clientId" FROM ${table} WHERE "id" = $3`);
  // What was said before is over: the reviewer was done or it was mailed, and another round has begun since.
  const roundStart = `(SELECT s."roundStart" FROM ${table} s WHERE s."id" = $3)`;
  const isNewRound = `((n."kind" = 'done' OR n."mailedAt" IS NOT NULL)
    AND n."lastEntry" <= ${roundStart} AND ${roundStart} < excluded."firstEntry")`;
  const added = `"firstEntry" = CASE WHEN ${isNewRound} THEN excluded."firstEntry" ELSE n."firstEntry" END,
    "lastEntry" = excluded."lastEntry", "at" = now(), "mailedAt" = NULL`;
  const kind = `CASE WHEN EXISTS (${hasUndecided}) THEN 'decisions' ELSE 'approved' END`;
  return {
    decisions: prepared(
      `notify of decisions (${column})`,
      insert(
        '"topic", "kind", "firstEntry", "lastEntry"',
        `'review', ${kind}, $5::bigint, $6::bigint`,
        'true',
        `DO UPDATE SET "kind" = CASE WHEN n."kind" = 'done' AND NOT ${isNewRound} THEN 'done' ELSE excluded."kind" END, ${added}`,
      ),
    ),
    done: insert(
      '"topic", "kind", "firstEntry", "lastEntry"',
      `'review', 'done', $5::bigint, $5::bigint`,
      'true',
      `DO UPDATE SET "kind" = 'done', ${added}`,
    ),
    // What is unread says more than that somebody looked.
    opened: insert(
      '"topic", "kind", "firstEntry", "lastEntry"',
      `'review', 'opened', $5::bigint, $5::bigint`,
      `NOT EXISTS (
        SELECT FROM history h WHERE h."${column}" = $3 AND h."id" < $5 AND h."actor" = 'visitor'
          AND h."reviewerId" IS NOT DISTINCT FROM $6::uuid AND h."action" = ANY(${NOTIFYING_ACTIONS})
      )`,
      'DO NOTHING',
    ),
    failed: insert(
      '"topic", "kind", "facts"',
      `'run', 'failed', $5::jsonb`,
      'true',
      'DO UPDATE SET "facts" = excluded."facts", "at" = now(), "mailedAt" = NULL',
    ),
    undone: `
      WITH corrected AS (
        SELECT n."id", n."userId", CASE
          WHEN bool_or(last."action" ~ '(approved|rejected)$') THEN CASE n."kind" WHEN 'done' THEN 'done' ELSE 'decisions' END
          WHEN bool_or(last."action" ~ '[.]done$') THEN 'done'
          WHEN bool_or(last."action" ~ 'opened$') THEN 'opened'
        END AS "kind"
        FROM notifications n CROSS JOIN LATERAL (
          SELECT DISTINCT ON (h."imageId", h."section", ${IS_VISIT}) h."action" FROM history h
          WHERE h."${column}" = $3 AND h."id" BETWEEN n."firstEntry" AND $4 AND h."action" = ANY(${NOTIFYING_ACTIONS})
          ORDER BY h."imageId", h."section", ${IS_VISIT}, h."id" DESC
        ) last
        WHERE n."${column}" = $3 AND n."topic" = 'review' AND n."readAt" IS NULL
        GROUP BY n."id"
      ), kept AS (
        UPDATE notifications n SET "kind" = corrected."kind", "lastEntry" = $4 FROM corrected
        WHERE n."id" = corrected."id" AND corrected."kind" IS NOT NULL RETURNING n."userId"
      ), removed AS (
        DELETE FROM notifications n USING corrected
        WHERE n."id" = corrected."id" AND corrected."kind" IS NULL RETURNING n."userId"
      ), written AS (SELECT "userId" FROM kept UNION ALL SELECT "userId" FROM removed) ${PUBLISH}`,
  };
}
