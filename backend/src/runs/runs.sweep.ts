import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { jobIdOf, QUEUE_NAMES } from '../platform/queue/jobs.js';
import { Queues } from '../platform/queue/queues.js';
import { Sweep } from '../platform/queue/sweep.js';
import { runsToEnqueue } from './runs.queries.js';

const SWEEP_MS = 1500;
const AT_A_TIME = 50;

/** Enqueues runs that no job covers: never enqueued, expired with their worker, or due for another attempt. */
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
      for (const run of await runsToEnqueue(this.db.manager, name, AT_A_TIME)) {
        // The queue is unavailable: the next sweep tries again.
        if (!(await this.queues.enqueue(name, jobIdOf(run), { runId: run.id }))) break;
      }
    }
  }
}
