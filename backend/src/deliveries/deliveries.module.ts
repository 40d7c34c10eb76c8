import { Module } from '@nestjs/common';
import { OutboxModule } from '../mail/outbox.js';
import { MomentsModule } from '../moments/moments.module.js';
import { DeliveredMails } from './delivered.mail.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliverySender } from './delivery-sender.js';
import { PositionsService } from './positions.service.js';

/** What was approved leaves: as a ZIP, or noted as delivered. */
@Module({
  imports: [MomentsModule, OutboxModule],
  controllers: [DeliveriesController],
  providers: [DeliveredMails, DeliveriesService, DeliverySender, PositionsService],
})
export class DeliveriesModule {}
