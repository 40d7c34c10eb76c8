import type { UserView } from '@gmb-moments/backend/contract/auth';
import type { Permission } from '@gmb-moments/backend/contract/roles';
import { createContext, use } from 'react';

/**
 * The signed-in member of staff; stays set when the session ends, `null` on visitors' pages. Controls for actions
 * without a permission are hidden; the server checks every permission itself.
 */
export const StaffMember = createContext<UserView | null>(null);

/** Whether the signed-in member of staff has a permission; `false` for visitors. */
export function useCan(permission: Permission): boolean {
  return useMay()(permission);
}

/** Returns a function that checks permissions: `const may = useMay()`, then `may('review.edit')`. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = use(StaffMember)?.permissions;
  return (permission) => permissions?.includes(permission) ?? false;
}

/** A string that changes when the user's role or scope changes. Renamed clients do not change it. */
export function rightsKey({ role, scope }: UserView): string {
  if (scope === 'all') return `${role} all`;
  const ids = [...scope.agencies, ...scope.clients].map(({ id }) => id);
  return [role, ...ids.toSorted()].join(' ');
}
