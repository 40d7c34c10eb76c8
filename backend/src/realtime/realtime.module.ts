import { Module } from '@nestjs/common';
import { SessionModule } from '../auth/session.module.js';
import { ReviewModule } from '../review/review.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConnectionLimit } from './connection-limit.js';
import { ListenerModule } from './listener.module.js';
import { MessageThrottle } from './message-throttle.js';
import { Presenters } from './presenters.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { SessionWatch } from './session-watch.js';
import { SocketHosts } from './socket-hosts.js';

@Module({
  imports: [ListenerModule, ReviewModule, SessionModule, UsersModule],
  providers: [RealtimeGateway, ConnectionLimit, MessageThrottle, Presenters, SessionWatch, SocketHosts],
})
export class RealtimeModule {}
