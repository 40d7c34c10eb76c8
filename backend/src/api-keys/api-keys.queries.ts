import type { EntityManager } from 'typeorm';
import { keyActor, type ActingKey, type Staff, type StaffActor } from '../access/actor.js';
import { scopeOfKey, scopeSql, type Scoped } from '../access/scope.js';
import type { Scope, ScopeView } from '../contract/rights.js';
import { prepared } from '../platform/database/sql.js';
import { scopeViewSql } from '../users/users.queries.js';

/**
 * SQL of a key `k` with its current owner `u`, and their common scope. The database's clock decides whether it has
 * expired.
 */
const KEY = `
  SELECT json_build_object('id', k."id", 'name', k."name", 'role', k."role") AS "key", k."expiresAt",
    coalesce(k."expiresAt" <= clock_timestamp(), false) AS "isExpired",
    coalesce(k."lastUsedAt" > clock_timestamp() - interval '1 minute', false) AS "wasUsedJustNow",
    json_build_object('id', u."id", 'name', u."name", 'email', u."email", 'role', u."role",
      'credentialVersion', u."credentialVersion", 'scope', ${scopeOfKey('k', 'u')}) AS "owner"
  FROM api_keys k JOIN users u ON u."id" = k."userId"`;

// A prepared statement, because each request by a key runs it; one statement reads key, owner and scope from one
// snapshot.
const KEY_BY_HASH = prepared('API key by its hash', `${KEY} WHERE k."tokenHash" = $1`);
const KEY_BY_ID = `${KEY} WHERE k."id" = $1`;

interface KeyRow {
  key: ActingKey;
  expiresAt: Date | null;
  isExpired: boolean;
  wasUsedJustNow: boolean;
  owner: Staff;
}

/** A key, and the actor of requests with it. */
export interface FoundKey extends Pick<KeyRow, 'expiresAt' | 'isExpired' | 'wasUsedJustNow'> {
  actor: StaffActor;
}

/** Returns the key with this hash; `null` if there is none. */
export async function findKey(manager: EntityManager, tokenHash: string): Promise<FoundKey | null> {
  const [row] = await manager.query<KeyRow[]>(KEY_BY_HASH, [tokenHash]);
  return row ? present(row) : null;
}

/** Returns the key with this id; `null` if there is none. */
export async function findKeyById(manager: EntityManager, id: string): Promise<FoundKey | null> {
  const [row] = await manager.query<KeyRow[]>(KEY_BY_ID, [id]);
  return row ? present(row) : null;
}

function present({ key, owner, ...about }: KeyRow): FoundKey {
  return { ...about, actor: keyActor(owner, key) };
}

/** Records the use of a key, at most once a minute. */
export async function recordUse(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `UPDATE api_keys SET "lastUsedAt" = clock_timestamp()
     WHERE "id" = $1 AND ("lastUsedAt" IS NULL OR "lastUsedAt" <= clock_timestamp() - interval '1 minute')`,
    [id],
  );
}

/** Stores the scope of a new key. */
export async function insertScope(manager: EntityManager, keyId: string, scope: Scope): Promise<void> {
  if (scope === 'all') return;
  await manager.query('INSERT INTO api_key_agencies SELECT $1, unnest($2::uuid[])', [keyId, scope.agencyIds]);
  await manager.query('INSERT INTO api_key_clients SELECT $1, unnest($2::uuid[])', [keyId, scope.clientIds]);
}

/** Returns the scopes of keys as `reader` may see them, by the id of the key. */
export async function findScopes(
  manager: EntityManager,
  reader: Scoped,
  ids: string[],
): Promise<Map<string, ScopeView>> {
  const { and, values } = scopeSql(reader, 1);
  const columns = {
    isAll: 'k."seesAllClients"',
    agencyIds: 'ARRAY(SELECT "agencyId" FROM api_key_agencies WHERE "keyId" = k."id")',
    clientIds: 'ARRAY(SELECT "clientId" FROM api_key_clients WHERE "keyId" = k."id")',
  };
  const rows = await manager.query<{ id: string; scope: ScopeView }[]>(
    `SELECT k."id", ${scopeViewSql(columns, and)} AS "scope" FROM api_keys k WHERE k."id" = ANY($1)`,
    [ids, ...values],
  );
  return new Map(rows.map(({ id, scope }) => [id, scope]));
}
