import type { Scope } from '../../src/contract/rights.js';
import { permissionsOf, PROGRAM_PERMISSIONS, type Permission, type Role } from '../../src/contract/roles.js';

/** What the product should know at one moment, as far as it decides who sees what. */
export interface State {
  agencies: Set<string>;
  /** The agency of each client, `null` without one. */
  agencyOf: Map<string, string | null>;
  /** The client of each moment and optimization. */
  reviews: Map<string, { kind: 'moment' | 'optimization'; clientId: string }>;
  /** The members of staff, by id. */
  rights: Map<string, { role: Role; scope: Scope }>;
  /** Tokens of the sessions and API keys that open something. */
  alive: Set<string>;
}

/** A session or an API key of somebody. */
export interface Access {
  /** The cookie or the key. */
  token: string;
  userId: string;
  headers: Record<string, string>;
  /** Of a key, whose holder sees and may do what both it and its owner allow. */
  key?: { role: Role; scope: Scope };
}

/** To what else an id or a marker belongs: images to moments, links to reviews, deliveries to all of their moments. */
export type Belongs = ReadonlyMap<string, readonly string[]>;

export function copyOf(state: State): State {
  return {
    agencies: new Set(state.agencies),
    agencyOf: new Map(state.agencyOf),
    reviews: new Map(state.reviews),
    rights: new Map(state.rights),
    alive: new Set(state.alive),
  };
}

function scopesOf(state: State, { token, userId, key }: Access): Scope[] {
  const own = state.rights.get(userId);
  if (!own || !state.alive.has(token)) return [{ agencyIds: [], clientIds: [] }];
  return key ? [own.scope, key.scope] : [own.scope];
}

export function seesAll(state: State, access: Access): boolean {
  return scopesOf(state, access).every((scope) => scope === 'all');
}

export function seesClient(state: State, access: Access, id: string): boolean {
  const agencyId = state.agencyOf.get(id);
  if (agencyId === undefined) return false;
  return scopesOf(state, access).every(
    (scope) =>
      scope === 'all' || scope.clientIds.includes(id) || (agencyId !== null && scope.agencyIds.includes(agencyId)),
  );
}

/** An agency is shown to who sees it, and to who sees one of its clients. */
export function seesAgency(state: State, access: Access, id: string): boolean {
  if (!state.agencies.has(id)) return false;
  const isInScopes = scopesOf(state, access).every((scope) => scope === 'all' || scope.agencyIds.includes(id));
  return isInScopes || [...state.agencyOf].some(([clientId, of]) => of === id && seesClient(state, access, clientId));
}

/** Whether somebody may read this id or marker; what belongs to nothing is open to all. */
export function sees(state: State, access: Access, belongs: Belongs, id: string): boolean {
  if (seesAll(state, access) || state.agencyOf.has(id)) return seesAll(state, access) || seesClient(state, access, id);
  if (state.agencies.has(id)) return seesAgency(state, access, id);
  const review = state.reviews.get(id);
  if (review) return seesClient(state, access, review.clientId);
  // What was removed belongs to what it belonged to last.
  return (belongs.get(id) ?? []).every((owner) => owner !== GONE && sees(state, access, belongs, owner));
}

/** The owner of removed clients and agencies, whom only those see who see everything. */
export const GONE = 'gone';

export function mayDo(state: State, { userId, token, key }: Access, permission: Permission): boolean {
  const own = state.rights.get(userId);
  if (!own || !state.alive.has(token) || !permissionsOf(own.role).has(permission)) return false;
  return !key || (permissionsOf(key.role).has(permission) && PROGRAM_PERMISSIONS.has(permission));
}
