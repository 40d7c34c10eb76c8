/**
 * The audit log, and the catalogue of its actions: what the team did to its own access, settings and data. Free of
 * framework code.
 */

import type { HistoryAction } from './history.js';
import type { NamesOf } from './record-fields.js';

/** What actions are filtered by, with their words. */
export const AUDIT_GROUPS = {
  signIn: 'Sign-ins',
  credentials: 'Passwords and factors',
  team: 'Team',
  settings: 'Settings and agencies',
  keys: 'API keys',
  links: 'Links',
  exports: 'Exports and deliveries',
  deletions: 'Deletions',
  operation: 'Operation',
} as const;
export type AuditGroup = NamesOf<typeof AUDIT_GROUPS>;

/** What an entry may be about. */
export const AUDIT_TARGETS = [
  'user',
  'invitation',
  'apiKey',
  'settings',
  'agency',
  'client',
  'reviewer',
  'moment',
  'optimization',
  'image',
  'delivery',
  'auditLog',
  'system',
] as const;
export type AuditTargetKind = (typeof AUDIT_TARGETS)[number];

/** What is known of an action. */
export interface AuditActionFacts {
  readonly group: AuditGroup;
  readonly targets: readonly AuditTargetKind[];
  /** The names of what an entry says was changed; none without it. */
  readonly fields?: readonly string[];
  /** What an entry says after its actor; `%s` is the name of its target. */
  readonly sentence: string;
  /** Whether it takes something away, or was refused. */
  readonly isRed?: true;
}

const OWN = { targets: ['user'] } as const;
const LINKS = {
  group: 'links',
  targets: ['moment', 'optimization', 'client'],
  fields: ['reviewers', 'mayDecide', 'expires', 'passcode'],
} as const;
const DELETED = { group: 'deletions', isRed: true } as const;

const ACTIONS = {
  // `method` is one of `SIGN_IN_METHODS`, `reason` one of `REFUSALS`.
  'user.signed_in': { ...OWN, group: 'signIn', fields: ['method'], sentence: 'signed in' },
  'user.sign_in_refused': {
    ...OWN,
    group: 'signIn',
    fields: ['method', 'reason'],
    sentence: 'tried to sign in as %s, and was refused',
    isRed: true,
  },
  'user.signed_out': { ...OWN, group: 'signIn', sentence: 'signed out' },
  'session.ended': { ...OWN, group: 'signIn', sentence: 'ended one of their own sessions' },
  'sessions.ended_others': { ...OWN, group: 'signIn', sentence: 'ended all their other sessions' },
  'sessions.ended': { ...OWN, group: 'signIn', sentence: 'ended the sessions of %s', isRed: true },

  'password.changed': { ...OWN, group: 'credentials', sentence: 'changed their password' },
  'password.reset_asked': { ...OWN, group: 'credentials', sentence: 'asked for a link to a new password for %s' },
  'password.reset': { ...OWN, group: 'credentials', sentence: 'chose a new password, by a link' },
  // `factor` is one of `FACTORS`.
  'factor.added': { ...OWN, group: 'credentials', fields: ['factor'], sentence: 'set up a second factor' },
  'factor.removed': {
    ...OWN,
    group: 'credentials',
    fields: ['factor'],
    sentence: 'removed a second factor',
    isRed: true,
  },
  'factor.codes_renewed': { ...OWN, group: 'credentials', sentence: 'made new recovery codes' },
  'factor.reset': { ...OWN, group: 'credentials', sentence: 'reset the second factor of %s', isRed: true },

  'user.invited': { group: 'team', targets: ['invitation'], fields: ['role', 'scope'], sentence: 'invited %s' },
  'invitation.resent': { group: 'team', targets: ['invitation'], sentence: 'invited %s again, with a new link' },
  'invitation.revoked': {
    group: 'team',
    targets: ['invitation'],
    sentence: 'revoked the invitation of %s',
    isRed: true,
  },
  'user.joined': { ...OWN, group: 'team', fields: ['role', 'scope'], sentence: 'joined the team' },
  'user.added': { ...OWN, group: 'team', fields: ['role', 'scope'], sentence: 'added %s to the team' },
  'user.renamed': { ...OWN, group: 'team', fields: ['name'], sentence: 'changed their name' },
  'user.role_changed': { ...OWN, group: 'team', fields: ['role'], sentence: 'changed the role of %s' },
  'user.scope_changed': { ...OWN, group: 'team', fields: ['scope'], sentence: 'changed the scope of %s' },
  'user.removed': { ...OWN, group: 'team', sentence: 'removed %s from the team', isRed: true },

  'settings.changed': {
    group: 'settings',
    targets: ['settings'],
    fields: ['brandName', 'primaryColor', 'logo', 'requiresSecondFactor', 'passwordSignIn'],
    sentence: 'changed the settings',
  },
  'agency.created': { group: 'settings', targets: ['agency'], sentence: 'created the agency %s' },
  'agency.changed': {
    group: 'settings',
    targets: ['agency'],
    fields: ['name', 'primaryColor', 'logo', 'customDomain', 'replyTo', 'postalAddress'],
    sentence: 'changed the agency %s',
  },

  'api_key.created': {
    group: 'keys',
    targets: ['apiKey'],
    fields: ['role', 'scope', 'expires'],
    sentence: 'made the API key %s',
  },
  'api_key.renamed': { group: 'keys', targets: ['apiKey'], fields: ['name'], sentence: 'renamed the API key %s' },
  'api_key.revoked': {
    group: 'keys',
    targets: ['apiKey'],
    fields: ['owner'],
    sentence: 'revoked the API key %s',
    isRed: true,
  },

  'link.sent': { ...LINKS, sentence: 'gave links to %s' },
  'link.changed': { ...LINKS, sentence: 'changed a link to %s' },
  'link.revoked': { ...LINKS, sentence: 'revoked a link to %s', isRed: true },
  'link.restored': { ...LINKS, sentence: 'restored a link to %s, as a new one' },
  'link.replaced': { ...LINKS, sentence: 'replaced a link to %s' },
  'link.locked': { ...LINKS, sentence: 'gave a wrong passcode too often, so a link to %s is locked', isRed: true },
  'link.unlocked': { ...LINKS, sentence: 'unlocked a link to %s' },
  'open_link.opened': { ...LINKS, sentence: 'opened the public link to %s' },
  'open_link.closed': { ...LINKS, sentence: 'closed the public link to %s', isRed: true },
  'reviewer.deleted': {
    ...DELETED,
    group: 'links',
    targets: ['reviewer'],
    fields: ['client'],
    sentence: 'removed the reviewer %s, and closed their links',
  },

  'delivery.sent': {
    group: 'exports',
    targets: ['delivery'],
    fields: ['photos'],
    sentence: 'downloaded the approved photos %s',
  },
  'moment.delivered': {
    group: 'exports',
    targets: ['moment'],
    fields: ['photos'],
    sentence: 'noted that the photos of %s were delivered',
  },
  'certificate.made': {
    group: 'exports',
    targets: ['delivery'],
    fields: ['format'],
    sentence: 'made the certificate of %s',
  },
  'audit.exported': {
    group: 'exports',
    targets: ['auditLog'],
    fields: ['format', 'filter'],
    sentence: 'exported the audit log',
  },

  'client.deleted': {
    ...DELETED,
    targets: ['client'],
    fields: ['moments', 'optimizations'],
    sentence: 'deleted the client %s',
  },
  'agency.deleted': { ...DELETED, targets: ['agency'], sentence: 'deleted the agency %s' },
  'moment.deleted': { ...DELETED, targets: ['moment'], fields: ['client'], sentence: 'deleted the moment %s' },
  'optimization.deleted': {
    ...DELETED,
    targets: ['optimization'],
    fields: ['client'],
    sentence: 'deleted the optimization %s',
  },
  'image.deleted': { ...DELETED, targets: ['image'], fields: ['moment'], sentence: 'deleted the image %s' },

  'password.reset_printed': {
    ...OWN,
    group: 'operation',
    sentence: 'printed a link to a new password for %s',
  },
  'backup.restored': {
    group: 'operation',
    targets: ['system'],
    fields: ['savedAt', 'version'],
    sentence: 'restored a backup, which replaced all data',
    isRed: true,
  },
} as const satisfies Record<string, AuditActionFacts>;

export type AuditAction = NamesOf<typeof ACTIONS>;
/** Actions on links, which the history of a review has as well. */
export type AuditedLinkAction = Extract<AuditAction & HistoryAction, `${'link' | 'open_link'}.${string}`>;

/** The actions of entries. All that the product says of an entry follows from what stands here. */
export const AUDIT: Readonly<Record<AuditAction, AuditActionFacts>> = ACTIONS;

export const AUDIT_ACTIONS = Object.keys(ACTIONS) as AuditAction[];

/** The actions of a group. */
export function actionsOf(group: AuditGroup): AuditAction[] {
  return AUDIT_ACTIONS.filter((action) => AUDIT[action].group === group);
}

/** By what somebody signs in, in words; more than one where a sign-in needed both. */
export const SIGN_IN_METHODS = {
  password: 'password',
  code: 'password and code',
  link: 'link to a new password',
  register: 'first sign-up',
  passkey: 'passkey',
  passwordAndPasskey: 'password and passkey',
  sso: 'single sign-on',
} as const;
export type SignInMethod = NamesOf<typeof SIGN_IN_METHODS>;

/** Why a sign-in to an account was refused, in words. */
export const REFUSALS = {
  credentials: 'wrong password or code',
  throttled: 'too many attempts',
  passkey: 'passkey not valid',
  sso: 'single sign-on not valid',
} as const;
export type Refusal = NamesOf<typeof REFUSALS>;

/** Second factors, in words. */
export const FACTORS = { authenticator: 'authenticator app', passkey: 'passkey' } as const;
export type Factor = NamesOf<typeof FACTORS>;

/** A value before and after; `''` where there was, or is, none. */
export interface AuditChange {
  from: string;
  to: string;
}

/** What an entry is about. The name is kept as it was. */
export interface AuditTarget<Kind extends AuditTargetKind = AuditTargetKind> {
  kind: Kind;
  id: string | null;
  name: string;
}

type FieldsOf<Action extends AuditAction> = (typeof ACTIONS)[Action] extends { fields: readonly (infer Name)[] }
  ? Name & string
  : never;

/** The names of all fields that entries say. */
export type AuditField = { [Action in AuditAction]: FieldsOf<Action> }[AuditAction];

/** What was done, to what, and what it changed: one form per action. */
export type AuditEntry = {
  [Action in AuditAction]: {
    action: Action;
    target: AuditTarget<(typeof ACTIONS)[Action]['targets'][number]>;
    changes?: [FieldsOf<Action>] extends [never] ? undefined : Partial<Record<FieldsOf<Action>, AuditChange>>;
  };
}[AuditAction];

/**
 * Who did it: a member of staff, a program by the API key of one, a reviewer by their own link, somebody without a
 * session, a command on the server, or the product itself.
 */
export const AUDIT_ACTORS = ['staff', 'program', 'reviewer', 'visitor', 'commandLine', 'system'] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** An entry as admins read it, newest first in lists. */
export interface AuditEntryView {
  /**
   * A number: later entries have higher ones.
   * @pattern ^\d+$
   */
  id: string;
  at: string;
  actor: AuditActor;
  /** With the name of the key, of a program; `null` for somebody without a session, and for the command line. */
  actorName: string | null;
  /** The member of staff, also after they were removed; of a program, its owner. */
  userId: string | null;
  action: AuditAction;
  target: AuditTarget;
  /** Whether the target still is there, with a page of its own: a client, a moment or an optimization. */
  isThere: boolean;
  /** What was changed, by the name of the field. */
  changes: Record<string, AuditChange>;
}

/** A part of the log, the newest entry first. */
export interface AuditView {
  entries: AuditEntryView[];
  /** Whether there are entries before these: ask for them with `before`. */
  hasMore: boolean;
}
