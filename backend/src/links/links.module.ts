import { Module } from '@nestjs/common';
import { MomentsModule } from '../moments/moments.module.js';
import { OptimizationsModule } from '../optimizations/optimizations.module.js';
import { LinkAccess } from './link-access.js';
import { provideLinkTokens } from './link-tokens.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [MomentsModule, OptimizationsModule],
  controllers: [LinksController],
  providers: [provideLinkTokens, LinkAccess, LinksService],
  exports: [LinkAccess, LinksService],
})
export class LinksModule {}
