/** The kinds and states of mails. Free of framework code. */

/** Every kind of mail, with its label for staff. `<kind>.mail.ts` of its domain defines it. */
export const MAIL_KIND_LABELS = {
  invitation: 'Invitation',
  newRound: 'New round',
  reminder: 'Reminder',
  receipt: 'Receipt',
  delivered: 'Delivered',
  linkClosed: 'Link closed',
  decisions: 'Decisions',
  roundFinished: 'Round finished',
  runFailed: 'Drafts failed',
  digest: 'Daily digest',
  domainLost: 'Domain lost',
  colleagueInvitation: 'Colleague invited',
  lostPassword: 'Lost password',
};
export type MailKind = keyof typeof MAIL_KIND_LABELS;

/** A mail waits at most this long, however often something is added to it. */
export const LONGEST_QUIET_MINUTES = 30;

/**
 * `waiting` is due now or later; `unsent` was added while no mail server was configured; `sent` was taken by the server;
 * `failed` was not; `dropped` was no longer to be sent.
 */
export const MAIL_STATES = ['waiting', 'unsent', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The names of all kinds. */
export const MAIL_KIND_NAMES = Object.keys(MAIL_KIND_LABELS) as MailKind[];

/** States of a mail that staff may send again. */
export const SENDABLE_STATES: readonly MailState[] = ['unsent', 'failed', 'dropped'];
