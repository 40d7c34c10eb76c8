import { Module, type DynamicModule } from '@nestjs/common';
import { DELIVERED } from './deliveries/delivered.mail.js';
import { DOMAIN_LOST } from './domains/domain-lost.mail.js';
import { MAIL_CATALOGUE, type MailCatalogue } from './mail/mail-descriptor.js';
import { DECISIONS } from './notifications/mails/decisions.mail.js';
import { DIGEST } from './notifications/mails/digest.mail.js';
import { ROUND_FINISHED } from './notifications/mails/round-finished.mail.js';
import { RUN_FAILED } from './notifications/mails/run-failed.mail.js';
import { COLLEAGUE_INVITATION } from './password-links/colleague-invitation.mail.js';
import { LOST_PASSWORD } from './password-links/lost-password.mail.js';
import { INVITATION } from './sharing/mails/invitation.mail.js';
import { LINK_CLOSED } from './sharing/mails/link-closed.mail.js';
import { NEW_ROUND } from './sharing/mails/new-round.mail.js';
import { RECEIPT } from './sharing/mails/receipt.mail.js';
import { REMINDER } from './sharing/mails/reminder.mail.js';

/** The catalogue of mails: a kind without its descriptor here does not compile. */
export const MAILS: MailCatalogue = {
  invitation: INVITATION,
  newRound: NEW_ROUND,
  reminder: REMINDER,
  receipt: RECEIPT,
  delivered: DELIVERED,
  linkClosed: LINK_CLOSED,
  decisions: DECISIONS,
  roundFinished: ROUND_FINISHED,
  runFailed: RUN_FAILED,
  digest: DIGEST,
  domainLost: DOMAIN_LOST,
  colleagueInvitation: COLLEAGUE_INVITATION,
  lostPassword: LOST_PASSWORD,
};

/** Gives the catalogue to the outbox, to previews, and to what sends mails. */
@Module({})
export class MailCatalogueModule {
  static for(mails: MailCatalogue = MAILS): DynamicModule {
    const provided = { provide: MAIL_CATALOGUE, useValue: mails };
    return { module: MailCatalogueModule, global: true, providers: [provided], exports: [MAIL_CATALOGUE] };
  }
}
