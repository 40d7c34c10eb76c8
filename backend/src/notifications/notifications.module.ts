import { Module } from '@nestjs/common';
import { DecisionsModule } from '../reviews/decisions.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';
import { PendingEntriesSweep } from './pending-entries.sweep.js';

@Module({
  imports: [DecisionsModule],
  controllers: [NotificationsController],
  providers: [NotificationsService, PendingEntriesSweep],
})
export class NotificationsModule {}
