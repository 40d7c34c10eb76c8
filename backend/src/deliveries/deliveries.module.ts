import { Module } from '@nestjs/common';
import { EventsModule } from '../platform/events/event-subscriber.js';
import { OutboxModule } from '../mail/outbox.js';
import { MomentsModule } from '../moments/moments.module.js';
import { DeliveredMails } from './delivered.mail.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliverySender } from './delivery-sender.js';
import { PositionsService } from './positions.service.js';
import { RunningDownloads } from './running-downloads.js';

/** Delivery of approved photos: as a ZIP, or recorded as delivered in another way. */
@Module({
  imports: [EventsModule, MomentsModule, OutboxModule],
  controllers: [DeliveriesController],
  providers: [DeliveredMails, DeliveriesService, DeliverySender, PositionsService, RunningDownloads],
})
export class DeliveriesModule {}
