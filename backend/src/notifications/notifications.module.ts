import { Module } from '@nestjs/common';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';
import { Notifier } from './topics.js';

@Module({ controllers: [NotificationsController], providers: [NotificationsService, Notifier], exports: [Notifier] })
export class NotificationsModule {}
