import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job } from 'bullmq';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { LOCK_DURATION_MS, STALLED_INTERVAL_MS, type Jobs } from '../queue/jobs.js';
import { CaptionRunner } from './caption-runner.js';

/** Hands caption jobs to the runner. */
@Processor('captions', { lockDuration: LOCK_DURATION_MS, stalledInterval: STALLED_INTERVAL_MS, maxStalledCount: 100 })
export class CaptionsProcessor extends WorkerHost implements OnApplicationBootstrap {
  constructor(
    private readonly runner: CaptionRunner,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.concurrency = this.config.workerConcurrency;
  }

  process(job: Job<Jobs['captions']>): Promise<void> {
    return this.runner.run(job.data.runId);
  }
}
