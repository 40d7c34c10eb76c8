import { Module } from '@nestjs/common';
import { OutboxModule } from '../mail/outbox.js';
import { MomentsModule } from '../moments/moments.module.js';
import { OptimizationsModule } from '../optimizations/optimizations.module.js';
import { LinkAccess } from './link-access.js';
import { LinkTokensModule } from './link-tokens.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';
import { PendingEntriesSweep } from './pending-entries.sweep.js';
import { Receipts } from './receipts.js';
import { ReviewersController } from './reviewers.controller.js';
import { ReviewersService } from './reviewers.service.js';

/** Who may see what, and the mails that follow from it. */
@Module({
  imports: [LinkTokensModule, MomentsModule, OptimizationsModule, OutboxModule],
  controllers: [LinksController, ReviewersController],
  providers: [LinkAccess, LinksService, ReviewersService, Receipts, PendingEntriesSweep],
  exports: [LinkAccess, LinksService],
})
export class SharingModule {}
