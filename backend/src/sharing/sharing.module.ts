import { Module } from '@nestjs/common';
import { OutboxModule } from '../mail/outbox.js';
import { LinkAccess } from './link-access.js';
import { LinkTokensModule } from './link-tokens.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';
import { ManualMailLimit } from './manual-mail-limit.js';
import { Receipts } from './receipts.js';
import { ReviewersController } from './reviewers.controller.js';
import { ReviewersService } from './reviewers.service.js';
import { SharingPresenter } from './sharing.presenter.js';
import { SharingService } from './sharing.service.js';

/** Sharing with reviewers, their links, and mails to them. */
@Module({
  imports: [LinkTokensModule, OutboxModule],
  controllers: [LinksController, ReviewersController],
  providers: [LinkAccess, LinksService, ManualMailLimit, Receipts, ReviewersService, SharingPresenter, SharingService],
  exports: [LinkAccess, Receipts, SharingService],
})
export class SharingModule {}
