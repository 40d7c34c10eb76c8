import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WaitingError, type Job } from 'bullmq';
import { CalmLog } from '../common/calm-log.js';
import type { Config } from '../config.js';
import type { RunOutcome } from './run-keeper.js';

/** Does the work of one kind of run. */
export interface Runner {
  /** A run that has ended, or that another worker is at, is left alone. */
  run(runId: string): Promise<RunOutcome>;
  /** Begins nothing further; then every `run` returns. */
  stop(): void;
}

/** Hands the jobs of one queue to its runner. */
export abstract class RunProcessor extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new CalmLog(new Logger('Runs'));

  constructor(
    private readonly runner: Runner,
    private readonly config: Config,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.concurrency = this.config.workerConcurrency;
  }

  async process(job: Job<{ runId: string }>, token?: string): Promise<void> {
    if ((await this.runner.run(job.data.runId)) === 'done') return;
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** Before the connections close, which the work at hand still needs. */
  async beforeApplicationShutdown(): Promise<void> {
    this.runner.stop();
    await this.worker.close();
  }

  @OnWorkerEvent('failed')
  tellFailure(job: Job<{ runId: string }> | undefined, error: Error): void {
    this.log.warn(
      `The run ${job?.data.runId} of ${this.worker.name} stopped and will be taken up again: ${error.message}`,
    );
  }

  @OnWorkerEvent('error')
  tellTrouble(error: Error): void {
    this.log.warn(`The queue ${this.worker.name} has trouble: ${error.message}`);
  }
}
