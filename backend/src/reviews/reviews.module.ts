import { Module } from '@nestjs/common';
import { OutboxModule } from '../mail/outbox.js';
import { RunsController } from './active-runs.controller.js';
import { DecisionsService } from './decisions.service.js';
import { NewRounds } from './new-rounds.js';

/** What moments and optimizations have in common. */
@Module({
  imports: [OutboxModule],
  controllers: [RunsController],
  providers: [DecisionsService, NewRounds],
  exports: [DecisionsService, NewRounds],
})
export class ReviewsModule {}
