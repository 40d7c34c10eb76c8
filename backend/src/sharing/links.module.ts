import { Module } from '@nestjs/common';
import { OutboxModule } from '../mail/outbox.js';
import { MomentsModule } from '../moments/moments.module.js';
import { OptimizationsModule } from '../optimizations/optimizations.module.js';
import { LinkAccess } from './link-access.js';
import { LinkTokensModule } from './link-tokens.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [LinkTokensModule, MomentsModule, OptimizationsModule, OutboxModule],
  controllers: [LinksController],
  providers: [LinkAccess, LinksService],
  exports: [LinkAccess, LinksService],
})
export class LinksModule {}
