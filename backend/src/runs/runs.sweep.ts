import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { jobIdOf, QUEUE_NAMES } from '../platform/queue/jobs.js';
import { Queues } from '../platform/queue/queues.js';
import { Sweep } from '../platform/queue/sweep.js';
import { findRunsToEnqueue } from './runs.queries.js';

const SWEEP_MS = 1500;
const BATCH_SIZE = 50;

/** Enqueues runs without a job: never enqueued, their worker died, or due for another attempt. */
@Injectable()
export class RunsSweep extends Sweep {
  constructor(
    private readonly db: DataSource,
    private readonly queues: Queues,
  ) {
    super('Runs', SWEEP_MS);
  }

  async sweep(): Promise<void> {
    for (const name of QUEUE_NAMES) {
      for (const run of await findRunsToEnqueue(this.db.manager, name, BATCH_SIZE)) {
        // The queue is unavailable: the next sweep tries again.
        if (!(await this.queues.enqueue(name, jobIdOf(run), { runId: run.id }))) break;
      }
    }
  }
}
