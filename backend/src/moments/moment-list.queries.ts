import type { DataSource } from 'typeorm';
import { isLimited, withinScope, type Scoped } from '../access/scope.js';
import { overdueSql } from '../reviews/due.queries.js';
import { ACTIVITY_ACTIONS } from '../history/action-lists.js';
import type { HistoryAction } from '../contract/history.js';
import type { ListedRun, MomentQuery, MomentSort } from '../contract/moments.js';
import { statusesOf } from '../contract/statuses.js';
import { coverOf, type Cover } from './covers.queries.js';
import { Conditions, likeText, recordContains } from '../platform/database/sql.js';
import { isWhole, type Page } from '../platform/http/paging.js';
import { countMoments } from './moment-counts.queries.js';
import { SUMMARY_COLUMNS, type MomentSummaryRow } from './moments.queries.js';

/** The columns of a moment that lists need. */
export interface MomentListRow extends MomentSummaryRow {
  approvedCount: number;
  rejectedCount: number;
  /** `null` without images. */
  cover: Cover | null;
  lastAction: HistoryAction | null;
  lastAt: Date | null;
  run: ListedRun | null;
}

/** Columns of a list, for a statement that joins `LIST_JOINS` to the moments of its page. */
const LIST_COLUMNS = `${SUMMARY_COLUMNS}, CASE m."status" WHEN 'approved' THEN m."imageCount" ELSE decided."approvedCount" END AS "approvedCount",
    decided."rejectedCount", ${coverOf('"momentId" = m."id"')} AS "cover", last."action" AS "lastAction", last."at" AS "lastAt",
    run."run"`;

// As fast as the list without them, twice as fast as counting all images: the status says which moments have some decided.
const LIST_JOINS = `
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE "status" = 'approved')::int AS "approvedCount",
        count(*) FILTER (WHERE "status" = 'rejected')::int AS "rejectedCount"
      FROM images WHERE "momentId" = m."id" AND m."status" IN ('pending', 'rejected')
    ) decided
    LEFT JOIN LATERAL (
      SELECT "action", "at" FROM history WHERE "reviewId" = m."id" AND "action" IN (${ACTIVITY_ACTIONS}) ORDER BY "id" DESC LIMIT 1
    ) last ON true
    LEFT JOIN (
      SELECT DISTINCT ON ("subjectId") "subjectId",
        json_build_object('runId', "id", 'total', "total", 'done', "done", 'failed', "failed") AS "run"
      FROM runs WHERE "kind" = 'captions' AND "state" IN ('queued', 'running')
      ORDER BY "subjectId", "total" DESC, "createdAt"
    ) run ON run."subjectId" = m."id"`;

// The list takes as few statements as possible; a page of 100,000 moments is no slower than one of 1,000.
const ORDERS: Record<MomentSort, string> = {
  createdAt: 'm."createdAt" ASC, m."id" DESC',
  '-createdAt': 'm."createdAt" DESC, m."id" ASC',
  title: 'lower(m."title") ASC, m."id" ASC',
  '-title': 'lower(m."title") DESC, m."id" DESC',
};

/** Newest first unless the query says otherwise. */
export async function listMoments(db: DataSource, query: MomentQuery, by: Scoped): Promise<Page<MomentListRow>> {
  if (query.search) return searchMoments(db, query, by);
  const { sql, parameters } = momentsQuery(query, by);
  const [rows, total] = await Promise.all([db.query<MomentListRow[]>(sql, parameters), totalOf(db, query, by)]);
  return { items: rows, total: total ?? rows.length };
}

async function searchMoments(db: DataSource, query: MomentQuery, by: Scoped): Promise<Page<MomentListRow>> {
  const { sql, parameters } = momentSearch(query, by);
  const rows = await db.query<[Found, ...Found[]]>(sql, parameters);
  return { items: rows.filter(isMoment), total: rows[0].total };
}

type Found = { total: number } & (MomentListRow | { id: null });

function isMoment(row: Found): row is Found & MomentListRow {
  return row.id !== null;
}

/** The statement that reads a part of the list, with its parameters. */
export function momentsQuery(query: MomentQuery, by: Scoped): Statement {
  const filter = filterOf(query, by);
  const order = ORDERS[query.sort ?? '-createdAt'];
  const range = filter.range(query);
  const partOf = (columns: string) =>
    `SELECT ${columns} FROM moments m WHERE ${filter.where} ORDER BY ${order} ${range}`;
  // Within a scope, an index alone tells the part, half the time with 300 clients: the rows of all their moments are not read. Without a
  // scope, or for the whole list, looking the rows up after that costs a fifth more.
  const isWithinScope = by.scope !== 'all' && !isWhole(query);
  const part = isWithinScope ? `SELECT m.* FROM (${partOf('m."id"')}) part JOIN moments m USING ("id")` : partOf('m.*');
  // The part first, so that the businesses of its moments alone are looked up.
  const sql = `SELECT ${LIST_COLUMNS}
    FROM (${part}) m JOIN clients c ON c."id" = m."clientId" ${LIST_JOINS} ORDER BY ${order}`;
  return { sql, parameters: filter.parameters };
}

/** The statement that counts what a filter leaves, with its parameters. */
export function momentCountQuery(query: MomentQuery, by: Scoped): Statement {
  const { where, parameters } = filterOf(query, by);
  return { sql: `SELECT count(*)::int AS count FROM moments m WHERE ${where}`, parameters };
}

/**
 * The statement that reads a part of what a search finds, each row with the total of all; where the part is empty, one row
 * without a moment. PostgreSQL guesses from a sample how much a search will find. All is found first, because for what it
 * takes to be plenty it would go through the newest moments instead, and through all of them when there is little; and
 * businesses are looked up one by one, because it would read all clients.
 */
export function momentSearch(query: MomentQuery, by: Scoped): Statement {
  const filter = filterOf(query, by);
  const sort = query.sort ?? '-createdAt';
  const order = ORDERS[sort];
  const sql = `
    WITH found AS MATERIALIZED (SELECT m."id", m."${sort.replace('-', '')}" FROM moments m WHERE ${filter.where})
    SELECT counted."total", ${LIST_COLUMNS}
    FROM (SELECT count(*)::int AS "total" FROM found) counted LEFT JOIN (
      (SELECT m."id" FROM found m ORDER BY ${order} ${filter.range(query)}) part
      JOIN moments m ON m."id" = part."id"
      CROSS JOIN LATERAL (SELECT "business" FROM clients WHERE "id" = m."clientId" OFFSET 0) c ${LIST_JOINS}
    ) ON true ORDER BY ${order}`;
  return { sql, parameters: filter.parameters };
}

interface Statement {
  sql: string;
  parameters: unknown[];
}

/** How many there are without `limit` and `offset`; `null` when all of them are sent. */
async function totalOf(db: DataSource, query: MomentQuery, by: Scoped): Promise<number | null> {
  if (isWhole(query)) return null;
  const isCounted = !query.clientId && !query.due && !isLimited(by);
  if (isCounted) return countMoments(db, query.status && statusesOf(query.status));
  const { sql, parameters } = momentCountQuery(query, by);
  const [{ count }] = await db.query<[{ count: number }]>(sql, parameters);
  return count;
}

function filterOf({ search, status, due, clientId }: MomentQuery, by: Scoped): Conditions {
  return (
    withinScope(new Conditions(), by, 'm."clientId"')
      // One status alone, so that an index gives their order.
      .add(status !== 'active' && status, (value) => `m."status" = ${value}`)
      .add(status === 'active' && statusesOf(status), (values) => `m."status" = ANY(${values})`)
      .when(due === 'overdue', overdueSql('moment', 'm'))
      .add(clientId, (value) => `m."clientId" = ${value}`)
      .add(search && likeText(search), (text) => recordContains('m', text))
  );
}
