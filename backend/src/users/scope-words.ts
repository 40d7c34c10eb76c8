import type { EntityManager } from 'typeorm';
import type { LimitedScope, Scope } from '../contract/rights.js';
import { OperatorError } from '../platform/operator-error.js';

/** Maximum number of names or ids that an error lists. */
const LISTED_MAX = 10;
const KINDS = {
  agency: { table: 'agencies', name: 'name', ids: 'agencyIds' },
  client: { table: 'clients', name: 'business', ids: 'clientIds' },
} as const;
type Kind = keyof typeof KINDS;

/**
 * Parses the scope that an operator gives in words, such as `agency:NAME`.
 * @param source option or variable that contains it, for errors
 * @throws OperatorError for an invalid word, or an agency or client that does not exist
 */
export async function scopeFromWords(manager: EntityManager, words: string[], source: string): Promise<Scope> {
  if (words.length === 1 && words[0] === 'all') return 'all';
  if (words.length === 1 && words[0] === 'none') return { agencyIds: [], clientIds: [] };
  const scope: LimitedScope = { agencyIds: [], clientIds: [] };
  for (const word of words) {
    const [, kind, name] = /^(agency|client):\s*(.+)$/su.exec(word) ?? [];
    if (!kind || !name) {
      const allowed = 'all, none, agency:NAME or client:NAME; repeat --scope for several of the last two';
      throw new OperatorError(`${source}: got "${word}", which is not ${allowed}`);
    }
    const id = await findId(manager, kind as Kind, name, source);
    const ids = scope[KINDS[kind as Kind].ids];
    if (!ids.includes(id)) ids.push(id);
  }
  return scope;
}

/**
 * Returns the id of the agency or client with this name (upper or lower case) or id.
 * @throws OperatorError unless there is exactly one
 */
async function findId(manager: EntityManager, kind: Kind, nameOrId: string, source: string): Promise<string> {
  const { table, name } = KINDS[kind];
  const rows = await manager.query<{ id: string }[]>(
    `SELECT "id" FROM ${table} WHERE lower("${name}") = lower($1) OR "id"::text = lower($1) ORDER BY "id"`,
    [nameOrId],
  );
  if (rows.length === 1) return rows[0]!.id;
  if (rows.length === 0) {
    const others = await manager.query<{ name: string }[]>(
      `SELECT "${name}" AS "name" FROM ${table} ORDER BY lower("${name}"), "id" LIMIT $1`,
      [LISTED_MAX],
    );
    const allowed = others.length > 0 ? `, such as ${others.map((other) => other.name).join(', ')}` : '; there is none';
    throw new OperatorError(`${source}: got "${kind}:${nameOrId}", which is not the name or id of one${allowed}`);
  }
  const ids = rows.slice(0, LISTED_MAX).map(({ id }) => `${kind}:${id}`);
  throw new OperatorError(
    `${source}: ${rows.length} have the name "${nameOrId}": give one by its id, ${ids.join(' or ')}`,
  );
}
