import { Module } from '@nestjs/common';
import { MomentsModule } from '../moments/moments.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliverySender } from './delivery-sender.js';
import { PositionsService } from './positions.service.js';

/** What was approved leaves: as a ZIP, or noted as delivered. */
@Module({
  imports: [MomentsModule],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, DeliverySender, PositionsService],
})
export class DeliveriesModule {}
