import { ROLES, type Permission, type Role } from '../contract/roles.js';

const EVERYBODY = ROLES;

/**
 * Who may do what: each permission with the roles that have it. Which clients they may do it for is their scope (`scope.ts`).
 * CONTRIBUTING.md says how a role, a permission or a kind of scope is added.
 */
export const PERMISSIONS = {
  'account.use': EVERYBODY,
  'account.secure': EVERYBODY,
  'team.read': EVERYBODY,
  'team.manage': ['admin'],
  'settings.read': EVERYBODY,
  'settings.manage': ['admin'],
  'queues.manage': ['admin'],
  'agency.read': EVERYBODY,
  'agency.manage': ['admin'],
  'client.read': EVERYBODY,
  'client.manage': ['admin', 'manager'],
  'review.read': EVERYBODY,
  'review.edit': ['admin', 'manager', 'editor'],
  'review.delete': ['admin', 'manager'],
  'review.generate': ['admin', 'manager', 'editor'],
  'review.share': ['admin', 'manager', 'editor'],
  'review.deliver': ['admin', 'manager'],
  'mail.read': EVERYBODY,
  'mail.send': ['admin', 'manager'],
  'key.use': EVERYBODY,
  'key.manage': ['admin'],
} as const satisfies Record<Permission, readonly Role[]>;

/** What a role may do. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  const all = Object.keys(PERMISSIONS) as Permission[];
  return new Set(all.filter((permission) => (PERMISSIONS[permission] as readonly Role[]).includes(role)));
}

/**
 * What an API key may have of the permissions of its role. The others are for persons: the own account, the team, the settings, the
 * board of queues, and the keys themselves. A new permission is for persons until it is named here.
 */
export const PROGRAM_PERMISSIONS: ReadonlySet<Permission> = new Set<Permission>([
  'settings.read',
  'agency.read',
  'agency.manage',
  'client.read',
  'client.manage',
  'review.read',
  'review.edit',
  'review.delete',
  'review.generate',
  'review.share',
  'review.deliver',
  'mail.read',
  'mail.send',
]);

/** Whether a role allows nothing that the other one does not. */
export function isWithinRole(role: Role, other: Role): boolean {
  const allowed = permissionsOf(other);
  return [...permissionsOf(role)].every((permission) => allowed.has(permission));
}
