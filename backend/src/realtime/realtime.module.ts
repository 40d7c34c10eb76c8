import { Module } from '@nestjs/common';
import { SessionModule } from '../auth/session.js';
import { PublicReviewModule } from '../public-review/public-review.module.js';
import { UsersModule } from '../users/users.module.js';
import { Audiences } from './audiences.js';
import { ConnectionLimit } from './connection-limit.js';
import { EventsModule } from '../platform/events/event-subscriber.js';
import { Presenters } from './presenters.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { SessionWatch } from './session-watch.js';
import { SocketHosts } from './socket-hosts.js';

@Module({
  imports: [EventsModule, PublicReviewModule, SessionModule, UsersModule],
  providers: [RealtimeGateway, Audiences, ConnectionLimit, Presenters, SessionWatch, SocketHosts],
})
export class RealtimeModule {}
