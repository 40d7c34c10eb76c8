import type { UserView } from '@gmb-moments/backend/contract/auth';
import type { Permission } from '@gmb-moments/backend/contract/roles';
import { createContext, use } from 'react';

/**
 * The member of staff who works on the page, also while their session has ended; `null` on pages of visitors. What they may not do is
 * not offered: the server refuses it as well.
 */
export const StaffMember = createContext<UserView | null>(null);

/** Whether the member of staff who works here may do this. */
export function useCan(permission: Permission): boolean {
  return useMay()(permission);
}

/** The same for several: `const may = useMay()`, then `may('review.edit')`. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = use(StaffMember)?.permissions;
  return (permission) => permissions?.includes(permission) ?? false;
}

/** What a user may do and see, as a key that changes with it. Names and numbers of clients are left out. */
export function rightsKey({ role, scope }: UserView): string {
  if (scope === 'all') return `${role} all`;
  const ids = [...scope.agencies, ...scope.clients].map(({ id }) => id);
  return [role, ...ids.toSorted()].join(' ');
}
