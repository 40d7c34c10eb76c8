import { Module } from '@nestjs/common';
import { AiModule } from '../ai/ai.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ListenerModule } from '../realtime/listener.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { GenerationsService } from './generations.service.js';
import { OptimizationRunner } from './optimization-runner.js';
import { OptimizationsController } from './optimizations.controller.js';
import { OptimizationsProcessor } from './optimizations.processor.js';
import { OptimizationsService } from './optimizations.service.js';
import { WebsiteScanner } from './website-scanner.js';

/** Keeps optimizations, and takes requests for suggestions. */
@Module({
  imports: [HistoryModule, ListenerModule],
  controllers: [OptimizationsController],
  providers: [OptimizationsService, GenerationsService],
  exports: [OptimizationsService],
})
export class OptimizationsModule {}

/** Writes suggestions. */
@Module({
  imports: [AiModule, WebsitesModule],
  providers: [OptimizationRunner, OptimizationsProcessor, WebsiteScanner],
})
export class OptimizationsWorkerModule {}
