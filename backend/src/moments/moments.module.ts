import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { MomentsController } from './moments.controller.js';
import { MomentsService } from './moments.service.js';

@Module({
  imports: [HistoryModule],
  controllers: [MomentsController],
  providers: [MomentsService],
  exports: [MomentsService],
})
export class MomentsModule {}
