import { Module } from '@nestjs/common';
import { EventsModule } from '../platform/events/event-subscriber.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { OpenRequests } from './open-requests.js';

@Module({ imports: [EventsModule], controllers: [ApiKeysController], providers: [ApiKeysService, OpenRequests] })
export class ApiKeysModule {}
