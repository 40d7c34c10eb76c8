import { Module } from '@nestjs/common';
import { OutboxModule } from '../mail/outbox.js';
import { LinkAccess } from './link-access.js';
import { LinkTokensModule } from './link-tokens.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';
import { MailsByHand } from './mails-by-hand.js';
import { Receipts } from './receipts.js';
import { ReviewersController } from './reviewers.controller.js';
import { ReviewersService } from './reviewers.service.js';
import { SharingPresenter } from './sharing.presenter.js';
import { SharingService } from './sharing.service.js';

/** Who may see what, and the mails that follow from it. */
@Module({
  imports: [LinkTokensModule, OutboxModule],
  controllers: [LinksController, ReviewersController],
  providers: [LinkAccess, LinksService, MailsByHand, Receipts, ReviewersService, SharingPresenter, SharingService],
  exports: [LinkAccess, Receipts, SharingService],
})
export class SharingModule {}
