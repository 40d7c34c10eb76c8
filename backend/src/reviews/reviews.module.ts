import { Module } from '@nestjs/common';
import { OutboxModule } from '../mail/outbox.js';
import { RunsController } from './active-runs.controller.js';
import { ItemsService } from './items.service.js';
import { HistoryFeedController } from './history-feed.controller.js';
import { HistoryFeedService } from './history-feed.service.js';
import { NewRounds } from './new-rounds.js';

/** What moments and optimizations have in common. */
@Module({
  imports: [OutboxModule],
  controllers: [RunsController, HistoryFeedController],
  providers: [ItemsService, HistoryFeedService, NewRounds],
  exports: [ItemsService, NewRounds],
})
export class ReviewsModule {}
