/** The kinds and states of mails. Free of framework code. */

/** Every kind of mail: who gets it, and for how many minutes without a further one it waits, so that they become one mail. */
export const MAIL_KINDS = {
  invitation: { to: 'reviewer', quietMinutes: 0 },
  newRound: { to: 'reviewer', quietMinutes: 5 },
  reminder: { to: 'reviewer', quietMinutes: 0 },
  receipt: { to: 'reviewer', quietMinutes: 5 },
  delivered: { to: 'reviewer', quietMinutes: 5 },
  linkClosed: { to: 'reviewer', quietMinutes: 0 },
  decisions: { to: 'staff', quietMinutes: 5 },
  roundFinished: { to: 'staff', quietMinutes: 0 },
  runFailed: { to: 'staff', quietMinutes: 5 },
  digest: { to: 'staff', quietMinutes: 0 },
  domainLost: { to: 'staff', quietMinutes: 0 },
  colleagueInvitation: { to: 'staff', quietMinutes: 0 },
  lostPassword: { to: 'staff', quietMinutes: 0 },
} as const satisfies Record<string, { to: 'reviewer' | 'staff'; quietMinutes: number }>;
export type MailKind = keyof typeof MAIL_KINDS;

/** However often a mail is added to, it waits no longer than this. */
export const LONGEST_QUIET_MINUTES = 30;

/**
 * `waiting` is due now or later; `unsent` was added while no mail server was configured; `sent` was taken by the server;
 * `failed` was not; `dropped` was no longer to be sent.
 */
export const MAIL_STATES = ['waiting', 'unsent', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The names of all kinds. */
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[];

/** States of a mail that staff may send again. */
export const SENDABLE_STATES: readonly MailState[] = ['unsent', 'failed', 'dropped'];
