import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CaptionsWorkerModule } from './captions/captions.module.js';
import { ConfigModule } from './common/config.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { QueueModule } from './queue/queue.module.js';
import { DeletionsSweep } from './storage/deletions.sweep.js';
import { DeletionsModule } from './storage/deletions.module.js';
import { StorageModule } from './storage/storage.module.js';

/** Everything that works in the background. */
@Module({ imports: [CaptionsWorkerModule], providers: [DeletionsSweep] })
export class WorkerModule {
  static for(config: Config, databaseUrl: string): DynamicModule {
    const imports = [
      ConfigModule.for(config),
      DatabaseModule.for(databaseUrl),
      QueueModule.for(config, databaseUrl),
      ScheduleModule.forRoot(),
      StorageModule,
      DeletionsModule,
    ];
    return { module: WorkerModule, imports };
  }
}
