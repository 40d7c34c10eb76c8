import type { DataSource } from 'typeorm';
import type { Page } from '../common/paging.js';
import type { MomentListItem, MomentQuery, MomentSort } from '../contract/moments.js';
import { presentMomentListItem } from './moment.present.js';
import { countMoments } from './moment-counts.js';
import { LIST_COLUMNS, type MomentListRow } from './moment-row.js';

/** The list of moments in as few questions to the database as it takes; 100,000 of them are no slower than 1,000. */

const ORDERS: Record<MomentSort, string> = {
  createdAt: 'm."createdAt" ASC, m."id" DESC',
  '-createdAt': 'm."createdAt" DESC, m."id" ASC',
  title: 'm."title" ASC, m."id" ASC',
  '-title': 'm."title" DESC, m."id" DESC',
};

/** Newest first unless the query says otherwise. */
export async function listMoments(db: DataSource, query: MomentQuery): Promise<Page<MomentListItem>> {
  if (query.search) return searchMoments(db, query);
  const { sql, parameters } = momentsQuery(query);
  const [rows, total] = await Promise.all([db.query<MomentListRow[]>(sql, parameters), totalOf(db, query)]);
  const items = rows.map(presentMomentListItem);
  return { items, total: total ?? items.length };
}

async function searchMoments(db: DataSource, query: MomentQuery): Promise<Page<MomentListItem>> {
  const { sql, parameters } = momentSearch(query);
  const rows = await db.query<[Found, ...Found[]]>(sql, parameters);
  return { items: rows.filter(isMoment).map(presentMomentListItem), total: rows[0].total };
}

type Found = { total: number } & (MomentListRow | { id: null });

function isMoment(row: Found): row is Found & MomentListRow {
  return row.id !== null;
}

/** The statement that reads a part of the list, with its parameters. */
export function momentsQuery(query: MomentQuery): Statement {
  const { where, parameters } = filter(query);
  const order = ORDERS[query.sort ?? '-createdAt'];
  // The part first, so that the businesses of its moments alone are looked up.
  const part = `SELECT m.* FROM moments m WHERE ${where} ORDER BY ${order} ${range(query, parameters)}`;
  const sql = `SELECT ${LIST_COLUMNS}
    FROM (${part}) m JOIN clients c ON c."id" = m."clientId" ORDER BY ${order}`;
  return { sql, parameters };
}

/** The statement that counts what a filter leaves, with its parameters. */
export function momentCountQuery(query: MomentQuery): Statement {
  const { where, parameters } = filter(query);
  return { sql: `SELECT count(*)::int AS count FROM moments m WHERE ${where}`, parameters };
}

/**
 * The statement that reads a part of what a search finds, each row with the total of all; where the part is empty, one row
 * without a moment. PostgreSQL guesses from a sample how much a search will find. All is found first, because for what it
 * takes to be plenty it would go through the newest moments instead, and through all of them when there is little; and
 * businesses are looked up one by one, because it would read all clients.
 */
export function momentSearch(query: MomentQuery): Statement {
  const { where, parameters } = filter(query);
  const sort = query.sort ?? '-createdAt';
  const order = ORDERS[sort];
  const sql = `
    WITH found AS MATERIALIZED (SELECT m."id", m."${sort.replace('-', '')}" FROM moments m WHERE ${where})
    SELECT counted."total", ${LIST_COLUMNS}
    FROM (SELECT count(*)::int AS "total" FROM found) counted LEFT JOIN (
      (SELECT m."id" FROM found m ORDER BY ${order} ${range(query, parameters)}) part
      JOIN moments m ON m."id" = part."id"
      CROSS JOIN LATERAL (SELECT "business" FROM clients WHERE "id" = m."clientId" OFFSET 0) c
    ) ON true ORDER BY ${order}`;
  return { sql, parameters };
}

/** The part that a query asks for; adds to the parameters. */
function range({ limit, offset = 0 }: MomentQuery, parameters: unknown[]): string {
  return `LIMIT $${parameters.push(limit ?? null)} OFFSET $${parameters.push(offset)}`;
}

interface Statement {
  sql: string;
  parameters: unknown[];
}

/** How many there are without `limit` and `offset`; `null` when all of them are sent. */
async function totalOf(db: DataSource, query: MomentQuery): Promise<number | null> {
  if (query.limit === undefined && !query.offset) return null;
  if (!query.clientId) return countMoments(db, query.status);
  const { sql, parameters } = momentCountQuery(query);
  const [{ count }] = await db.query<[{ count: number }]>(sql, parameters);
  return count;
}

function filter({ search, status, clientId }: MomentQuery): { where: string; parameters: unknown[] } {
  const conditions = ['true'];
  const parameters: unknown[] = [];
  const add = (value: unknown): string => `$${parameters.push(value)}`;
  if (status) conditions.push(`m."status" = ${add(status)}`);
  if (clientId) conditions.push(`m."clientId" = ${add(clientId)}`);
  if (search) {
    const pattern = add(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    // An array of clients, unlike a join, lets both halves use their index.
    const clients = `SELECT "id" FROM clients WHERE "business" ILIKE ${pattern}`;
    conditions.push(`(m."title" ILIKE ${pattern} OR m."clientId" = ANY(ARRAY(${clients})))`);
  }
  return { where: conditions.join(' AND '), parameters };
}
