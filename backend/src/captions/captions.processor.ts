import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WaitingError, type Job } from 'bullmq';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { CalmLog } from '../common/calm-log.js';
import { WORKER_OPTIONS, type Jobs } from '../queue/jobs.js';
import { CaptionRunner } from './caption-runner.js';

/** Hands caption jobs to the runner. */
@Processor('captions', WORKER_OPTIONS)
export class CaptionsProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new CalmLog(new Logger('Captions'));

  constructor(
    private readonly runner: CaptionRunner,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.concurrency = this.config.workerConcurrency;
  }

  async process(job: Job<Jobs['captions']>, token?: string): Promise<void> {
    if ((await this.runner.run(job.data.runId)) === 'done') return;
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** Before the connections close, which the captions at hand still need. */
  async beforeApplicationShutdown(): Promise<void> {
    this.runner.stop();
    await this.worker.close();
  }

  @OnWorkerEvent('failed')
  tellFailure(job: Job<Jobs['captions']> | undefined, error: Error): void {
    this.log.warn(`The run ${job?.data.runId} stopped and will be taken up again: ${error.message}`);
  }

  @OnWorkerEvent('error')
  tellTrouble(error: Error): void {
    this.log.warn(`The queue captions has trouble: ${error.message}`);
  }
}
