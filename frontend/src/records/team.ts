import type { MemberView, UpdateUserBody, UserView } from '@gmb-moments/backend/contract/auth';
import type { Scope, ScopeView } from '@gmb-moments/backend/contract/rights';
import type { Role } from '@gmb-moments/backend/contract/roles';
import { countText } from '../lib/count-text';
import { http } from '../lib/http';

/** The name of each role, and a sentence about what it permits. */
export const ROLE_WORDS: Record<Role, { label: string; does: string }> = {
  admin: { label: 'Admin', does: 'Everything, with team, settings and agencies. Sees all clients.' },
  manager: { label: 'Manager', does: 'Creates, edits, shares and delivers. Manages clients.' },
  editor: { label: 'Editor', does: 'Creates, edits, generates and shares.' },
  viewer: { label: 'Viewer', does: 'Reads. Changes nothing, sends nothing.' },
};

/** What somebody is called: by their e-mail address as long as they gave no name. */
export function nameOf({ name, email }: Pick<UserView, 'name' | 'email'>): string {
  return name || email;
}

/** Changes role and scope of a member of staff. */
export function updateMember(id: string, body: UpdateUserBody): Promise<MemberView> {
  return http.patch<MemberView>(`/api/users/${id}`, body);
}

/** Changes the signed-in user's name, which colleagues and clients see. */
export function updateAccount(body: { name: string }): Promise<UserView> {
  return http.patch<UserView>('/api/user', body);
}

/** The number of names that the text of a scope lists. */
const NAMED_MAX = 2;

/** A scope as text: its first names, and how many more there are. */
export function scopeWords(scope: ScopeView): { names: string; more: string } {
  if (scope === 'all') return { names: 'Everything', more: '' };
  const { agencies, clients, hidden } = scope;
  const names = [...agencies.map(({ name }) => name), ...clients.map(({ business }) => business)];
  if (names.length === 0) {
    return hidden > 0
      ? { names: 'Clients that you do not see', more: '' }
      : { names: 'Nothing', more: 'no client yet' };
  }
  const left = names.length + hidden - NAMED_MAX;
  const count = agencies.reduce((sum, { clientCount }) => sum + clientCount, 0);
  let more =
    clients.length > 0 ? '' : `${agencies.length > 1 ? 'their' : 'its'} ${countText(count, 'client', 'clients')}`;
  if (left > 0) more = `and ${left} more`;
  return { names: names.slice(0, NAMED_MAX).join(', '), more };
}

/** Whether a scope contains no client. */
export function isEmptyScope(scope: ScopeView): boolean {
  return scope !== 'all' && scope.agencies.length + scope.clients.length + scope.hidden === 0;
}

/** A scope as a request sends it: ids of agencies and clients. */
export function scopeIds(scope: ScopeView): Scope {
  if (scope === 'all') return 'all';
  return { agencyIds: scope.agencies.map(({ id }) => id), clientIds: scope.clients.map(({ id }) => id) };
}
