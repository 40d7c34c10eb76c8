import type { ClientView } from '@gmb-moments/backend/contract/clients';
import type { OwnerChoice } from '@gmb-moments/backend/contract/owners';
import type { Scope } from '@gmb-moments/backend/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { StaffMember } from './permissions';
import { nameOf, teamQuery } from './team';

/** The other members of staff by name, for `OwnerFilter`; `undefined` until the team is loaded. */
export function useColleagues(): { id: string; name: string }[] | undefined {
  const self = use(StaffMember);
  const { data: team } = useQuery(teamQuery);
  const others = team?.filter(({ id }) => id !== self?.id).map((member) => ({ id: member.id, name: nameOf(member) }));
  return others?.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Whether a scope by ids contains a client. A new client has no id yet. */
export function isWithin(scope: Scope, { id, agencyId }: Partial<Pick<ClientView, 'id' | 'agencyId'>>): boolean {
  if (scope === 'all') return true;
  return (id !== undefined && scope.clientIds.includes(id)) || (!!agencyId && scope.agencyIds.includes(agencyId));
}

/** Key in local storage of whose work a member of staff chose to see. */
const keyFor = (userId: string) => `needs-you-of:${userId}`;

/**
 * Whose work `Needs you` and the count in the menu show, and a function that changes it. On the dashboard the address
 * says it, otherwise the last choice in this browser; without one, one's own as soon as one is responsible for a
 * client, else all.
 */
export function useWorkOwner(): [OwnerChoice, (owner: OwnerChoice) => void] {
  const self = use(StaffMember);
  const isDashboard = useLocation().pathname === '/';
  const [address, setAddress] = useSearchParams();
  const key = keyFor(self?.id ?? '');
  const owner =
    (isDashboard && address.get('owner')) ||
    localStorage.getItem(key) ||
    (self && self.clientCount > 0 ? 'mine' : 'all');
  const choose = (chosen: OwnerChoice) => {
    localStorage.setItem(key, chosen);
    setAddress({ owner: chosen }, { replace: true });
  };
  return [owner, choose];
}

/** How many of these clients are outside a scope. */
export function countOutside(clients: Pick<ClientView, 'id' | 'agencyId'>[], scope: Scope): number {
  return clients.filter((client) => !isWithin(scope, client)).length;
}
