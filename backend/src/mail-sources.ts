import { DeliveredMail } from './deliveries/delivered-mails.js';
import { DomainLostMail } from './domains/domain-lost-mail.js';
import { InvitationMail, LinkClosedMail, NewRoundMail, ReceiptMail, ReminderMail } from './sharing/review-mails.js';
import type { MailSources } from './mail/mail-source.js';
import { ColleagueInvitationMail, LostPasswordMail } from './password-links/password-mails.js';

/** Which domain reads the facts of each kind of mail when it is sent. */
export const SOURCES: MailSources = {
  invitation: InvitationMail,
  newRound: NewRoundMail,
  reminder: ReminderMail,
  receipt: ReceiptMail,
  delivered: DeliveredMail,
  linkClosed: LinkClosedMail,
  colleagueInvitation: ColleagueInvitationMail,
  lostPassword: LostPasswordMail,
  domainLost: DomainLostMail,
};
