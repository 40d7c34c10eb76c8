import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { useMay } from '../records/permissions';
import { isEmptyScope, ROLE_WORDS, teamQuery } from '../records/team';
import { LinkButton } from '../ui/link-button';
import { Missing } from '../ui/placeholders';
import type { RouteHandle } from './route-handle';

/**
 * Renders its children, or why the user may not see the page: their role lacks the permission, or their scope
 * contains no client. Settings are shown without a client.
 */
export function WithinScope({ user, children }: { user: UserView; children: ReactNode }) {
  const { pathname } = useLocation();
  const may = useMay();
  const needs = useMatches().flatMap(({ handle }) => (handle as RouteHandle | undefined)?.needs ?? []);
  if (!needs.every(may)) return <NotAllowed user={user} />;
  if (!isEmptyScope(user.scope) || pathname.startsWith('/settings')) return children;
  return <NothingToSee />;
}

function NotAllowed({ user: { role } }: { user: UserView }) {
  return (
    <Missing
      title="Not for your role"
      hint={`You are ${ROLE_WORDS[role].label.toLowerCase()} here, which does not allow this: please ask ${useAdmins()} to change that.`}
      action={<LinkButton to="/">Go to Dashboard</LinkButton>}
    />
  );
}

function NothingToSee() {
  return (
    <Missing
      title="Nothing to see yet"
      hint={`No agency and no client is assigned to you at the moment: please ask ${useAdmins()} to change that.`}
      action={<LinkButton to="/settings">Open Settings</LinkButton>}
    />
  );
}

/** A list of at most three admins: `Ada, Ben or Cem`. */
function useAdmins(): string {
  const { data: team = [] } = useQuery(teamQuery);
  const admins = team.filter(({ role }) => role === 'admin').map(({ name, email }) => name || email);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(admins.slice(0, 3)) || 'an admin of your team';
}
