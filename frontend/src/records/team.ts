import type { MemberView, RegisterBody, UpdateUserBody, UserView } from '@gmb-moments/backend/contract/auth';
import type { Scope, ScopeView } from '@gmb-moments/backend/contract/rights';
import type { Role } from '@gmb-moments/backend/contract/roles';
import { queryOptions } from '@tanstack/react-query';
import { countText } from '../lib/count-text';
import { http } from '../lib/http';
import { pathOf } from '../lib/query-client';

/** The name of each role, and a sentence about what it permits. */
export const ROLE_WORDS: Record<Role, { label: string; does: string }> = {
  admin: { label: 'Admin', does: 'Everything, with team, settings and agencies. Sees all clients.' },
  manager: { label: 'Manager', does: 'Creates, edits, shares and delivers. Manages clients.' },
  editor: { label: 'Editor', does: 'Creates, edits, generates and shares.' },
  viewer: { label: 'Viewer', does: 'Reads. Changes nothing, sends nothing.' },
};

/** Returns the name of a member of staff, or their e-mail address if they gave no name. */
export function nameOf({ name, email }: Pick<UserView, 'name' | 'email'>): string {
  return name || email;
}

/** All members of staff, sorted by when they joined. */
export const teamQuery = queryOptions<MemberView[]>({ queryKey: ['/api/users'] });

/** Creates a user; the screens call users colleagues. */
export function addColleague(body: RegisterBody): Promise<UserView> {
  return http.post<UserView>('/api/register', body);
}

/** Removes a colleague. @param handOverTo who becomes responsible for their clients; `null` for nobody */
export function removeColleague(id: string, handOverTo: string | null): Promise<void> {
  return http.delete(pathOf(['/api/users', id, { handOverTo }]));
}

/** Signs a colleague out everywhere. */
export function endSessionsOf(id: string): Promise<void> {
  return http.delete(`/api/users/${id}/sessions`);
}

/** Removes the second factors of a colleague who lost them. */
export function resetFactorsOf(id: string): Promise<void> {
  return http.delete(`/api/users/${id}/factors`);
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

/** Returns a scope as text: its first names, and the number of further ones. */
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

/** Converts a scope to the form of requests: ids of agencies and clients. */
export function scopeIds(scope: ScopeView): Scope {
  if (scope === 'all') return 'all';
  return { agencyIds: scope.agencies.map(({ id }) => id), clientIds: scope.clients.map(({ id }) => id) };
}
