import { Module } from '@nestjs/common';
import { EventsModule } from '../platform/events/event-subscriber.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';

/** Starting and listing background work. */
@Module({ imports: [EventsModule], controllers: [RunsController], providers: [RunsService], exports: [RunsService] })
export class RunsModule {}
