import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { ListenerModule } from '../realtime/listener.module.js';
import { GenerationsService } from './generations.service.js';
import { OptimizationsController } from './optimizations.controller.js';
import { OptimizationsService } from './optimizations.service.js';

/** Keeps optimizations, and takes requests for suggestions. */
@Module({
  imports: [HistoryModule, ListenerModule],
  controllers: [OptimizationsController],
  providers: [OptimizationsService, GenerationsService],
  exports: [OptimizationsService],
})
export class OptimizationsModule {}
