import type { NamesOf } from './record-fields.js';

/** From most to least permissions; each role includes the next. The database checks the names (CONTRIBUTING.md). */
export const ROLES = ['admin', 'manager', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const EVERYBODY = ROLES;

/**
 * Who may do what: each permission with the roles that have it. Which clients they may do it for is their scope
 * (`access/scope.ts`). CONTRIBUTING.md says how a role, a permission or a kind of scope is added.
 */
export const PERMISSIONS = {
  // The own account, password, notifications and followed clients.
  'account.use': EVERYBODY,
  // Reading the own account and setting up a second factor, also for who must do that before anything else.
  'account.secure': EVERYBODY,
  'team.read': EVERYBODY,
  'team.manage': ['admin'],
  'settings.read': EVERYBODY,
  // The platform's brand, and whether mails can be sent.
  'settings.manage': ['admin'],
  'queues.manage': ['admin'],
  // What the team did to its access, settings and data, of all clients: admins see all of them.
  'audit.read': ['admin'],
  'agency.read': EVERYBODY,
  // Agencies with their brands and domains.
  'agency.manage': ['admin'],
  'client.read': EVERYBODY,
  'client.manage': ['admin', 'manager'],
  // Moments, optimizations, and everything about them.
  'review.read': EVERYBODY,
  'review.edit': ['admin', 'manager', 'editor'],
  'review.delete': ['admin', 'manager'],
  // Texts by the AI.
  'review.generate': ['admin', 'manager', 'editor'],
  // Reviewers, and the links by which a client sees and decides.
  'review.share': ['admin', 'manager', 'editor'],
  'review.deliver': ['admin', 'manager'],
  'mail.read': EVERYBODY,
  'mail.send': ['admin', 'manager'],
  // The own API keys.
  'key.use': EVERYBODY,
  // Those of all members of staff.
  'key.manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

/** What a role may allow. */
export type Permission = NamesOf<typeof PERMISSIONS>;

/**
 * What an API key may have of the permissions of its role. The others are for persons: the own account, the team, the settings, the
 * board of queues, the audit log, and the keys themselves. A new permission is for persons until it is named here.
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

/** What a role may do. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  const all = Object.keys(PERMISSIONS) as Permission[];
  return new Set(all.filter((permission) => (PERMISSIONS[permission] as readonly Role[]).includes(role)));
}

/** Whether a role allows nothing that the other one does not. */
export function isWithinRole(role: Role, other: Role): boolean {
  const allowed = permissionsOf(other);
  return [...permissionsOf(role)].every((permission) => allowed.has(permission));
}
