import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { createPostgresBackend, setDefaultBackendFactory, type QueueOptions } from 'bullmq';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { PatientClient } from '../database/patient-client.js';
import { Doorbell } from './doorbell.js';
import { QUEUE_NAMES } from './jobs.js';

const RECONNECT_MAX_MS = 2000;
/** How long Redis may be silent over a question before the connection counts as lost; workers let it think for up to ten seconds. */
const SILENCE_MS = 15_000;
/** How long a connection may take to PostgreSQL. */
const CONNECT_MS = 10_000;

/** BullMQ on Redis where `REDIS_URL` is set, else on PostgreSQL; chosen here alone. */
@Global()
@Module({})
export class QueueModule {
  static for(config: Config, databaseUrl: string): DynamicModule {
    setDefaultBackendFactory(config.redisUrl ? undefined : createPostgresBackend);
    const queues = BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name })));
    const connections = BullModule.forRootAsync({
      // Waits until PostgreSQL is there: BullMQ never tries again where its first connection to it failed.
      inject: [DataSource],
      useFactory: () => ({ connection: connectionTo(config, databaseUrl) }),
    });
    return { module: QueueModule, imports: [connections, queues], providers: [Doorbell], exports: [Doorbell, queues] };
  }
}

function connectionTo({ redisUrl }: Config, databaseUrl: string): QueueOptions['connection'] {
  if (redisUrl) {
    return {
      url: redisUrl,
      maxRetriesPerRequest: null,
      retryStrategy: reconnectAfterMs,
      socketTimeout: SILENCE_MS,
    };
  }
  // The type names Redis' options alone; the chosen backend takes these.
  const patience = { keepAlive: true, connectionTimeoutMillis: CONNECT_MS, Client: PatientClient };
  return { connectionString: databaseUrl, max: 4, ...patience } as QueueOptions['connection'];
}

function reconnectAfterMs(attempt: number): number {
  return Math.min(attempt * 250, RECONNECT_MAX_MS);
}
