import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { isEmptyScope } from '../records/team';
import { teamQuery } from '../records/settings';
import { Missing } from '../ui/placeholders';
import { LinkButton } from '../ui/link-button';

/** The page; for somebody who sees no client at all, why nothing is there and whom to ask. Settings are about no client. */
export function WithinScope({ user, children }: { user: UserView; children: ReactNode }) {
  const { pathname } = useLocation();
  if (!isEmptyScope(user.scope) || pathname.startsWith('/settings')) return children;
  return <NothingToSee />;
}

function NothingToSee() {
  const { data: team } = useQuery(teamQuery);
  const admins = (team ?? []).filter(({ role }) => role === 'admin').map(({ name, email }) => name || email);
  const whom = new Intl.ListFormat('en', { type: 'disjunction' }).format(admins.slice(0, 3)) || 'an admin of your team';
  return (
    <Missing
      title="Nothing to see yet"
      hint={`No agency and no client is assigned to you at the moment: please ask ${whom} to change that.`}
      action={<LinkButton to="/settings">Open Settings</LinkButton>}
    />
  );
}
