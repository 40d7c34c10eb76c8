import { Module } from '@nestjs/common';
import { EventSubscriber } from './event-subscriber.js';

@Module({ providers: [EventSubscriber], exports: [EventSubscriber] })
export class EventsModule {}
