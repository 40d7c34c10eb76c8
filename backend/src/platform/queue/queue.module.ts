import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { setDefaultBackendFactory, type QueueOptions } from 'bullmq';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import { BoardQueues, Queues } from './queues.js';
import { QUEUE_CONNECTIONS, QUEUE_NAMES } from './jobs.js';
import { postgresBackend, QueuePool } from './postgres-backend.js';

/** Longest delay between two attempts to reconnect to Redis. */
const RECONNECT_MAX_MS = 2000;
/**
 * Time without data from Redis after which its connection counts as lost. Longer than the ten seconds that BullMQ's
 * workers block on one command.
 */
const REDIS_SOCKET_TIMEOUT_MS = 15_000;
/** The same for connections that requests wait for. */
const PAGE_SOCKET_TIMEOUT_MS = 4000;

/** BullMQ on Redis if `REDIS_URL` is set, otherwise on PostgreSQL. No other file makes this choice. */
@Global()
@Module({})
export class QueueModule {
  static for(config: Config, databaseUrl: string): DynamicModule {
    setDefaultBackendFactory(config.redisUrl ? undefined : postgresBackend);
    const queues = BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name })));
    const connections = BullModule.forRootAsync({
      // Connects after TypeORM, which waits for PostgreSQL: BullMQ does not retry when its first connection fails.
      inject: [DataSource],
      useFactory: () => ({ connection: connectionOptions(config, databaseUrl) }),
    });
    const pages = {
      provide: BoardQueues,
      useFactory: () => new BoardQueues(connectionOptions(config, databaseUrl, 'page')),
    };
    const providers = [Queues, pages];
    return { module: QueueModule, imports: [connections, queues], providers, exports: [...providers, queues] };
  }
}

/** The connection of a process repeats unanswered commands after a reconnect; that of the queue board fails them. */
function connectionOptions(
  { redisUrl }: Config,
  databaseUrl: string,
  usedBy: 'process' | 'page' = 'process',
): QueueOptions['connection'] {
  if (redisUrl) {
    return {
      url: redisUrl,
      // `redis-check.ts` checks version and settings; BullMQ would warn on each connection.
      skipVersionCheck: true,
      ...(usedBy === 'page'
        ? { maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false, socketTimeout: PAGE_SOCKET_TIMEOUT_MS }
        : { maxRetriesPerRequest: null, socketTimeout: REDIS_SOCKET_TIMEOUT_MS }),
      retryStrategy: reconnectAfterMs,
      // After a failover by name, this connection still leads to the former primary; a new one leads to the new one.
      reconnectOnError: isReplica,
    };
  }
  // BullMQ types only the options of Redis.
  return new QueuePool(databaseUrl, QUEUE_CONNECTIONS[usedBy]) as QueueOptions['connection'];
}

function isReplica({ message }: Error): boolean {
  return message.includes('READONLY');
}

function reconnectAfterMs(attempt: number): number {
  return Math.min(attempt * 250, RECONNECT_MAX_MS);
}
