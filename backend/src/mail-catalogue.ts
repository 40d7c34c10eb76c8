import { Module, type DynamicModule } from '@nestjs/common';
import { DELIVERED } from './deliveries/delivered.mail.js';
import { DOMAIN_LOST } from './domains/domain-lost.mail.js';
import { MAIL_CATALOGUE, type MailCatalogue } from './mail/mail-descriptor.js';
import { NOTIFICATION_MAILS } from './notifications/topics.js';
import { COLLEAGUE_INVITATION } from './password-links/colleague-invitation.mail.js';
import { LOST_PASSWORD } from './password-links/lost-password.mail.js';
import { INVITATION } from './sharing/mails/invitation.mail.js';
import { LINK_CLOSED } from './sharing/mails/link-closed.mail.js';
import { NEW_ROUND } from './sharing/mails/new-round.mail.js';
import { RECEIPT } from './sharing/mails/receipt.mail.js';
import { REMINDER } from './sharing/mails/reminder.mail.js';

/** The catalogue of mails: a kind without its descriptor here does not compile. */
export const MAIL_DESCRIPTORS: MailCatalogue = {
  invitation: INVITATION,
  newRound: NEW_ROUND,
  reminder: REMINDER,
  receipt: RECEIPT,
  delivered: DELIVERED,
  linkClosed: LINK_CLOSED,
  domainLost: DOMAIN_LOST,
  colleagueInvitation: COLLEAGUE_INVITATION,
  lostPassword: LOST_PASSWORD,
  ...NOTIFICATION_MAILS,
};

/** Gives the catalogue to the outbox, to previews, and to what sends mails. */
@Module({})
export class MailCatalogueModule {
  static for(mails: MailCatalogue = MAIL_DESCRIPTORS): DynamicModule {
    const provided = { provide: MAIL_CATALOGUE, useValue: mails };
    return { module: MailCatalogueModule, global: true, providers: [provided], exports: [MAIL_CATALOGUE] };
  }
}
