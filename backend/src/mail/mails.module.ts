import { Module } from '@nestjs/common';
import { MailStops } from './mail-stops.js';
import { MailsController } from './mails.controller.js';
import { MailsService } from './mails.service.js';

/** The outbox and previews for staff, and unsubscribing. */
@Module({ controllers: [MailsController], providers: [MailsService, MailStops], exports: [MailStops] })
export class MailsModule {}
