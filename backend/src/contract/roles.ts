/** What a member of staff may be: each may all that those after it may. The database checks the names (CONTRIBUTING.md). */
export const ROLES = ['admin', 'manager', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What a role may allow. Which roles have it says `access/permissions.ts`. */
export type Permission =
  /** The own account, password, notifications and followed clients. */
  | 'account.use'
  /** Reading the own account and setting up a second factor, also for who must do that before anything else. */
  | 'account.secure'
  | 'team.read'
  | 'team.manage'
  | 'settings.read'
  /** The platform's brand, and whether mails can be sent. */
  | 'settings.manage'
  | 'queues.manage'
  | 'agency.read'
  /** Agencies with their brands and domains. */
  | 'agency.manage'
  | 'client.read'
  | 'client.manage'
  /** Moments, optimizations, and everything about them. */
  | 'review.read'
  | 'review.edit'
  | 'review.delete'
  /** Texts by the AI. */
  | 'review.generate'
  /** Reviewers, and the links by which a client sees and decides. */
  | 'review.share'
  | 'review.deliver'
  | 'mail.read'
  | 'mail.send'
  /** The own API keys. */
  | 'key.use'
  /** Those of all members of staff. */
  | 'key.manage';
