import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CaptionsWorkerModule } from './captions/captions-worker.module.js';
import { ConfigModule } from './common/config.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { RechecksService } from './domains/rechecks.service.js';
import { RechecksSweep } from './domains/rechecks.sweep.js';
import { MomentCountsSweep } from './moments/moment-counts.js';
import { OptimizationsWorkerModule } from './gmb-optimizations/optimizations-worker.module.js';
import type { QueueName } from './queue/jobs.js';
import { QueueModule } from './queue/queue.module.js';
import { RetentionService } from './retention/retention.service.js';
import { RetentionSweep } from './retention/retention.sweep.js';
import { RunsSweep } from './runs/runs.sweep.js';
import { DeletionsSweep } from './storage/deletions.sweep.js';
import { DeletionsModule } from './storage/deletions.module.js';
import { StorageModule } from './storage/storage.module.js';

/** Whose processor takes the jobs of each queue: one that is missing does not compile. */
const PROCESSORS: Record<QueueName, Type> = {
  captions: CaptionsWorkerModule,
  optimizations: OptimizationsWorkerModule,
};

/** Everything that works in the background. */
@Module({
  imports: Object.values(PROCESSORS),
  providers: [
    DeletionsSweep,
    RunsSweep,
    RechecksSweep,
    RechecksService,
    RetentionSweep,
    RetentionService,
    MomentCountsSweep,
  ],
})
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
