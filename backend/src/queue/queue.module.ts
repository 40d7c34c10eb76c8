import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { createPostgresBackend, setDefaultBackendFactory, type QueueOptions } from 'bullmq';
import type { Config } from '../config.js';
import { Doorbell } from './doorbell.js';
import { QUEUE_NAMES } from './jobs.js';

/** BullMQ on Redis where `REDIS_URL` is set, else on PostgreSQL; chosen here alone. */
@Global()
@Module({})
export class QueueModule {
  static for(config: Config, databaseUrl: string): DynamicModule {
    setDefaultBackendFactory(config.redisUrl ? undefined : createPostgresBackend);
    const queues = BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name })));
    return {
      module: QueueModule,
      imports: [BullModule.forRoot({ connection: connectionTo(config, databaseUrl) }), queues],
      providers: [Doorbell],
      exports: [Doorbell, queues],
    };
  }
}

function connectionTo({ redisUrl }: Config, databaseUrl: string): QueueOptions['connection'] {
  if (redisUrl) return { url: redisUrl, maxRetriesPerRequest: null };
  // The type names Redis' options alone; the chosen backend takes these.
  return { connectionString: databaseUrl, max: 4 } as QueueOptions['connection'];
}
