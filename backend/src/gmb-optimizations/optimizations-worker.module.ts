import { Module } from '@nestjs/common';
import { AiModule } from '../ai/ai.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { OptimizationRunner } from './optimization-runner.js';
import { OptimizationsProcessor } from './optimizations.processor.js';
import { WebsiteScanner } from './website-scanner.js';

/** Writes suggestions. */
@Module({
  imports: [AiModule, WebsitesModule],
  providers: [OptimizationRunner, OptimizationsProcessor, WebsiteScanner],
})
export class OptimizationsWorkerModule {}
