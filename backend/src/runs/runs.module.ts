import { Module } from '@nestjs/common';
import { EventsModule } from '../platform/events/event-subscriber.js';
import { RunsService } from './runs.service.js';

/** Starting background work. */
@Module({ imports: [EventsModule], providers: [RunsService], exports: [RunsService] })
export class RunsModule {}
