import type { ReviewKind } from '../contract/statuses.js';
import type { DataSource, EntityManager } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { limitedToOwner, withinScope } from '../access/scope.js';
import type { ClientFigures, ClientQuery, ClientSort } from '../contract/clients.js';
import type { OwnerView } from '../contract/owners.js';
import type { EditsView } from '../contract/edits.js';
import { Conditions, likeText, nameContains } from '../platform/database/sql.js';
import { isWhole, type Page } from '../platform/http/paging.js';
import type { Client } from './client.entity.js';

/** The columns of a client. */
export type ClientColumns = Omit<Client, 'agency' | 'edit' | 'edits'> & { edits: EditsView };

/** The fields of a client's view that are not in its row. */
export interface ClientExtras {
  momentCount: number;
  owner: OwnerView | null;
}

/** The columns of a client that lists need. */
export type ClientRow = ClientColumns &
  ClientExtras &
  Omit<ClientFigures, 'lastActivityAt'> & {
    lastActivityAt: Date;
  };

/** The last activity is searched in this many of a client's newest moments, and in all of its optimizations. */
const RECENT_MOMENTS = 100;

const WAITING = `LEFT JOIN (
    SELECT "clientId", count(*) AS "count" FROM moments WHERE "status" IN ('pending', 'rejected') GROUP BY "clientId"
  ) waiting ON waiting."clientId" = c."id"`;

const ORDERS: Record<ClientSort, { order: string; join: string }> = {
  business: { order: 'c."business", c."id"', join: '' },
  '-createdAt': { order: 'c."createdAt" DESC, c."id"', join: '' },
  '-openCount': { order: 'c."openCount" DESC, c."business", c."id"', join: WAITING },
};

// Joined after the page was selected: a few index scans for each of its clients.
const FIGURES = `
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "momentCount", count(*) FILTER (WHERE "status" = 'pending')::int AS "pendingCount",
        count(*) FILTER (WHERE "status" = 'rejected')::int AS "rejectedCount"
      FROM moments WHERE "clientId" = c."id"
    ) counted
    CROSS JOIN LATERAL (
      SELECT max(last."at") AS "at" FROM (
        (SELECT "id" FROM moments WHERE "clientId" = c."id" ORDER BY "createdAt" DESC LIMIT ${RECENT_MOMENTS})
        UNION ALL SELECT "id" FROM optimizations WHERE "clientId" = c."id"
      ) r CROSS JOIN LATERAL (SELECT "at" FROM history WHERE "reviewId" = r."id" ORDER BY "id" DESC LIMIT 1) last
    ) recent`;

/** SQL of the responsible member of staff, as JSON (`OwnerView`). @param ownerId SQL of their id */
const ownerSql = (ownerId: string): string =>
  `(SELECT json_build_object('id', "id", 'name', coalesce(nullif("name", ''), "email")) FROM users WHERE "id" = ${ownerId})`;

/** Returns a page of the clients within the scope, by business unless the query states another order. */
export async function listClients(db: DataSource, query: ClientQuery, by: StaffActor): Promise<Page<ClientRow>> {
  const filter = withinScope(new Conditions(), limitedToOwner(by, query.owner), 'c."id"')
    .add(query.agencyId, (value) => `c."agencyId" = ${value}`)
    .add(query.search && likeText(query.search), (text) => nameContains('c', text));
  const { order, join } = ORDERS[query.sort ?? 'business'];
  const openCount = join && ', coalesce(waiting."count", 0) AS "openCount"';
  const all = `SELECT c.*${openCount} FROM clients c ${join} WHERE ${filter.where}`;
  const count = `SELECT COUNT(1)::int AS "count" FROM clients c WHERE ${filter.where}`;
  const total = isWhole(query) ? undefined : db.query<[{ count: number }]>(count, [...filter.parameters]);
  const range = filter.range(query);
  const rows = db.query<ClientRow[]>(
    `SELECT c.*, json_build_object('revision', c."revision", 'editor', c."editor") AS "edits", ${ownerSql('c."ownerId"')} AS "owner", counted.*, greatest(c."createdAt", recent."at") AS "lastActivityAt"
    FROM (SELECT * FROM (${all}) c ORDER BY ${order} ${range}) c ${FIGURES} ORDER BY ${order}`,
    filter.parameters,
  );
  const [items, counted] = await Promise.all([rows, total]);
  return { items, total: counted?.[0].count ?? items.length };
}

/** Returns the number of a client's moments, and its owner. */
export async function findClientExtras(
  manager: EntityManager,
  { id, ownerId }: Pick<Client, 'id' | 'ownerId'>,
): Promise<ClientExtras> {
  const [row] = await manager.query<[ClientExtras]>(
    `SELECT (SELECT count(*)::int FROM moments WHERE "clientId" = $1) AS "momentCount", ${ownerSql('$2::uuid')} AS "owner"`,
    [id, ownerId],
  );
  return row;
}

/** Locks the reviews of a client, in the order of their ids. */
export function lockReviewsOf(manager: EntityManager, clientId: string): Promise<{ id: string; kind: ReviewKind }[]> {
  return manager.query('SELECT "id", "kind" FROM reviews WHERE "clientId" = $1 ORDER BY "id" FOR UPDATE', [clientId]);
}
