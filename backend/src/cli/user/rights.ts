import type { DataSource, EntityManager } from 'typeorm';
import { EVERYTHING } from '../../access/scope.js';
import { COMMAND_LINE } from '../../audit/audit.js';
import type { LimitedScope, Scope } from '../../contract/rights.js';
import { ROLES, type Role } from '../../contract/roles.js';
import { OperatorError } from '../../platform/operator-error.js';
import { changeRights, type Rights } from '../../users/rights.js';
import { scopeInWords } from '../../users/rights-in-words.js';
import { User } from '../../users/user.entity.js';
import { findMembers } from '../../users/users.queries.js';
import { lockUsers } from '../../users/users.service.js';

/** How many names or ids an error lists. */
const LISTED_MAX = 10;
const KINDS = {
  agency: { table: 'agencies', name: 'name', ids: 'agencyIds' },
  client: { table: 'clients', name: 'business', ids: 'clientIds' },
} as const;
type Kind = keyof typeof KINDS;

/** What an operator asks for: `--role` once, `--scope` once or several times. */
export interface AskedRights {
  role?: string;
  scope?: string[];
}

/** One line per member of staff, the oldest first: e-mail, role and scope. */
export async function listUsers(db: DataSource): Promise<string[]> {
  const { items } = await findMembers(db.manager, EVERYTHING, {});
  return items.map(({ email, role, scope }) => `${email}  ${role}  ${scopeInWords(scope)}`);
}

/**
 * Changes role and scope of a member of staff. Returns the new line of the list.
 * @throws OperatorError for a user, role, agency or client that does not exist; AppError 409 LAST_ADMIN
 */
export async function changeUser(db: DataSource, email: string, asked: AskedRights): Promise<string> {
  await db.transaction(async (manager) => {
    await lockUsers(manager);
    const user = await manager.findOneBy(User, { email });
    if (!user) throw new OperatorError(`No member of staff has the e-mail ${email}`);
    await changeRights(manager, COMMAND_LINE, user, await rightsOf(manager, asked));
  });
  const lines = await listUsers(db);
  return lines.find((line) => line.startsWith(`${email}  `))!;
}

async function rightsOf(manager: EntityManager, { role, scope }: AskedRights): Promise<Partial<Rights>> {
  return { ...(role !== undefined && { role: roleOf(role) }), ...(scope && { scope: await scopeOf(manager, scope) }) };
}

function roleOf(given: string): Role {
  const role = ROLES.find((one) => one === given);
  if (role) return role;
  throw new OperatorError(`--role: got "${given}", which is not one of ${ROLES.join(', ')}`);
}

async function scopeOf(manager: EntityManager, words: string[]): Promise<Scope> {
  if (words.length === 1 && words[0] === 'all') return 'all';
  if (words.length === 1 && words[0] === 'none') return { agencyIds: [], clientIds: [] };
  const scope: LimitedScope = { agencyIds: [], clientIds: [] };
  for (const word of words) {
    const [, kind, name] = /^(agency|client):\s*(.+)$/su.exec(word) ?? [];
    if (!kind || !name) {
      const allowed = 'all, none, agency:NAME or client:NAME; repeat --scope for several of the last two';
      throw new OperatorError(`--scope: got "${word}", which is not ${allowed}`);
    }
    const id = await idOf(manager, kind as Kind, name);
    const ids = scope[KINDS[kind as Kind].ids];
    if (!ids.includes(id)) ids.push(id);
  }
  return scope;
}

/** The agency or client with this name, in any case, or with this id. */
async function idOf(manager: EntityManager, kind: Kind, nameOrId: string): Promise<string> {
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
    throw new OperatorError(`--scope: got "${kind}:${nameOrId}", which is not the name or id of one${allowed}`);
  }
  const ids = rows.slice(0, LISTED_MAX).map(({ id }) => `${kind}:${id}`);
  throw new OperatorError(
    `--scope: ${rows.length} have the name "${nameOrId}": give one by its id, ${ids.join(' or ')}`,
  );
}
