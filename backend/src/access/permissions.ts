/** What a member of staff may be. */
export const ROLES = ['admin', 'manager', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

const EVERYBODY = ROLES;

/** Who may do what: each permission with the roles that have it. Which clients they may do it for is their scope (`scope.ts`). */
export const PERMISSIONS = {
  /** The own account, password, notifications and followed clients. */
  'account.use': EVERYBODY,
  'team.read': EVERYBODY,
  'team.manage': ['admin'],
  'settings.read': EVERYBODY,
  /** The platform's brand, and whether mails can be sent. */
  'settings.manage': ['admin'],
  'queues.manage': ['admin'],
  'agency.read': EVERYBODY,
  /** Agencies with their brands and domains. */
  'agency.manage': ['admin'],
  'client.read': EVERYBODY,
  'client.manage': ['admin', 'manager'],
  /** Moments, optimizations, and everything about them. */
  'review.read': EVERYBODY,
  'review.edit': ['admin', 'manager', 'editor'],
  'review.delete': ['admin', 'manager'],
  /** Texts by the AI. */
  'review.generate': ['admin', 'manager', 'editor'],
  /** Reviewers, and the links by which a client sees and decides. */
  'review.share': ['admin', 'manager', 'editor'],
  'review.deliver': ['admin', 'manager'],
  'mail.read': EVERYBODY,
  'mail.send': ['admin', 'manager'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** What a role may do. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  const all = Object.keys(PERMISSIONS) as Permission[];
  return new Set(all.filter((permission) => (PERMISSIONS[permission] as readonly Role[]).includes(role)));
}
