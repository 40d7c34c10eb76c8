import type { DataSource } from 'typeorm';
import { isLimited, withinScope, type Scoped } from '../access/scope.js';
import { overdueSql } from '../reviews/due.queries.js';
import { ACTIVITY_ACTIONS } from '../history/action-lists.js';
import type { HistoryAction } from '../contract/history.js';
import type { ListedRun, MomentQuery, MomentSort } from '../contract/moments.js';
import { statusesOf } from '../contract/statuses.js';
import { coverSql, type Cover } from './covers.queries.js';
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
    decided."rejectedCount", ${coverSql('"momentId" = m."id"')} AS "cover", last."action" AS "lastAction", last."at" AS "lastAt",
    run."run"`;

// Counts images only of moments whose status says that some are decided: twice as fast as counting all.
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

// Each order has an index: a page of 100,000 moments is as fast as one of 1,000.
const ORDERS: Record<MomentSort, string> = {
  createdAt: 'm."createdAt" ASC, m."id" DESC',
  '-createdAt': 'm."createdAt" DESC, m."id" ASC',
  title: 'lower(m."title") ASC, m."id" ASC',
  '-title': 'lower(m."title") DESC, m."id" DESC',
};

/** A page of moments within the scope; the newest first unless the query has another order. */
export async function listMoments(db: DataSource, query: MomentQuery, reader: Scoped): Promise<Page<MomentListRow>> {
  if (query.search) return searchMoments(db, query, reader);
  const { sql, parameters } = momentsQuery(query, reader);
  const [rows, total] = await Promise.all([db.query<MomentListRow[]>(sql, parameters), totalOf(db, query, reader)]);
  return { items: rows, total: total ?? rows.length };
}

async function searchMoments(db: DataSource, query: MomentQuery, reader: Scoped): Promise<Page<MomentListRow>> {
  const { sql, parameters } = momentSearch(query, reader);
  const rows = await db.query<[SearchRow, ...SearchRow[]]>(sql, parameters);
  return { items: rows.filter(isMoment), total: rows[0].total };
}

type SearchRow = { total: number } & (MomentListRow | { id: null });

function isMoment(row: SearchRow): row is SearchRow & MomentListRow {
  return row.id !== null;
}

/** The statement that reads a page of the list. */
export function momentsQuery(query: MomentQuery, reader: Scoped): Statement {
  const filter = filterOf(query, reader);
  const order = ORDERS[query.sort ?? '-createdAt'];
  const range = filter.range(query);
  const selectPage = (columns: string) =>
    `SELECT ${columns} FROM moments m WHERE ${filter.where} ORDER BY ${order} ${range}`;
  // Within a scope, the page is selected by an index-only scan, which takes half the time with 300 clients: the rows
  // of all their moments are not read. Without a scope, or for the whole list, looking the rows up afterwards costs a
  // fifth more.
  const hasLimitedScope = reader.scope !== 'all' && !isWhole(query);
  const page = hasLimitedScope
    ? `SELECT m.* FROM (${selectPage('m."id"')}) page JOIN moments m USING ("id")`
    : selectPage('m.*');
  // Selects the page first, so that only its moments are joined.
  const sql = `SELECT ${LIST_COLUMNS}
    FROM (${page}) m JOIN clients c ON c."id" = m."clientId" ${LIST_JOINS} ORDER BY ${order}`;
  return { sql, parameters: filter.parameters };
}

/** The statement that counts the moments that match the filters. */
export function momentCountQuery(query: MomentQuery, reader: Scoped): Statement {
  const { where, parameters } = filterOf(query, reader);
  return { sql: `SELECT count(*)::int AS count FROM moments m WHERE ${where}`, parameters };
}

/**
 * The statement that reads a page of the results of a search, each row with the total; if the page is empty, one row
 * without a moment. The shape of the statement prevents bad plans: PostgreSQL estimates the number of matches from a
 * sample. Without `MATERIALIZED` it scans from the newest moment on if it expects many matches, which reads all
 * moments if there are few. Without `LATERAL … OFFSET 0` it reads all clients.
 */
export function momentSearch(query: MomentQuery, reader: Scoped): Statement {
  const filter = filterOf(query, reader);
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

/**
 * The number of moments without `limit` and `offset`; `null` if the query has neither, since then all of them are
 * returned.
 */
async function totalOf(db: DataSource, query: MomentQuery, reader: Scoped): Promise<number | null> {
  if (isWhole(query)) return null;
  const isCounted = !query.clientId && !query.due && !isLimited(reader);
  if (isCounted) return countMoments(db, query.status && statusesOf(query.status));
  const { sql, parameters } = momentCountQuery(query, reader);
  const [{ count }] = await db.query<[{ count: number }]>(sql, parameters);
  return count;
}

function filterOf({ search, status, due, clientId }: MomentQuery, reader: Scoped): Conditions {
  return (
    withinScope(new Conditions(), reader, 'm."clientId"')
      // A single status is compared by `=`, so that an index provides the order.
      .add(status !== 'active' && status, (value) => `m."status" = ${value}`)
      .add(status === 'active' && statusesOf(status), (values) => `m."status" = ANY(${values})`)
      .when(due === 'overdue', overdueSql('moment', 'm'))
      .add(clientId, (value) => `m."clientId" = ${value}`)
      .add(search && likeText(search), (text) => recordContains('m', text))
  );
}
