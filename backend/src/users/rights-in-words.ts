import type { EntityManager } from 'typeorm';
import { EVERYTHING } from '../access/scope.js';
import type { ScopeView } from '../contract/rights.js';
import { findMembers } from './users.queries.js';

/** Role and scope of a member of staff in words, for the command line and the audit log. */
export interface RightsInWords {
  role: string;
  scope: string;
}

export async function describeRights(manager: EntityManager, userId: string): Promise<RightsInWords> {
  const { items } = await findMembers(manager, EVERYTHING, { id: userId });
  const { role, scope } = items[0]!;
  return { role, scope: describeScope(scope) };
}

/** Describes a scope: `all`, `none`, or its agencies and single clients by name. */
export function describeScope(scope: ScopeView): string {
  if (scope === 'all') return 'all';
  const words = [
    ...scope.agencies.map(({ name }) => `agency:${name}`),
    ...scope.clients.map(({ business }) => `client:${business}`),
  ];
  return words.join(', ') || 'none';
}
