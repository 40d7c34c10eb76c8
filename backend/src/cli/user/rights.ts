import type { DataSource, EntityManager } from 'typeorm';
import { EVERYTHING } from '../../access/scope.js';
import { COMMAND_LINE } from '../../audit/audit.js';
import { ROLES, type Role } from '../../contract/roles.js';
import { OperatorError } from '../../platform/operator-error.js';
import { changeRights, type Rights } from '../../users/rights.js';
import { describeScope } from '../../users/rights-in-words.js';
import { scopeFromWords } from '../../users/scope-words.js';
import { User } from '../../users/user.entity.js';
import { findMembers } from '../../users/users.queries.js';
import { lockUsers } from '../../users/users.service.js';

/** The options of `change`: `--role` once, `--scope` once or several times. */
export interface RequestedRights {
  role?: string;
  scope?: string[];
}

/** Returns a line for each member of staff, the oldest first: e-mail, role and scope. */
export async function listUsers(db: DataSource): Promise<string[]> {
  const { items } = await findMembers(db.manager, EVERYTHING, {});
  return items.map(({ email, role, scope }) => `${email}  ${role}  ${describeScope(scope)}`);
}

/**
 * Changes role and scope of a member of staff.
 * @returns their new line in the list
 * @throws OperatorError for a user, role, agency or client that does not exist; AppError 409 LAST_ADMIN
 */
export async function changeUser(db: DataSource, email: string, requested: RequestedRights): Promise<string> {
  await db.transaction(async (manager) => {
    await lockUsers(manager);
    const user = await manager.findOneBy(User, { email });
    if (!user) throw new OperatorError(`No member of staff has the e-mail ${email}`);
    await changeRights(manager, COMMAND_LINE, user, await parseRights(manager, requested));
  });
  const lines = await listUsers(db);
  return lines.find((line) => line.startsWith(`${email}  `))!;
}

async function parseRights(manager: EntityManager, { role, scope }: RequestedRights): Promise<Partial<Rights>> {
  return {
    ...(role !== undefined && { role: parseRole(role) }),
    ...(scope && { scope: await scopeFromWords(manager, scope, '--scope') }),
  };
}

function parseRole(given: string): Role {
  const role = ROLES.find((one) => one === given);
  if (role) return role;
  throw new OperatorError(`--role: got "${given}", which is not one of ${ROLES.join(', ')}`);
}
