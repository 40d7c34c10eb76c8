import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { oneAtATime } from '../common/one-at-a-time.js';
import { Doorbell } from '../queue/doorbell.js';
import { jobIdOf, QUEUE_NAMES, type QueueName } from '../queue/jobs.js';
import { RUN_TABLES } from './run-tables.js';

const SWEEP_MS = 3000;

interface WaitingRun {
  id: string;
  /** Of the worker that died. */
  claim: string | null;
}

/** Rings again for runs that nobody took, or whose worker died: a lost ring never loses a run. */
@Injectable()
export class RunsSweep implements OnApplicationBootstrap {
  private readonly round = oneAtATime('Runs', () => this.ringAll());

  constructor(
    private readonly db: DataSource,
    private readonly doorbell: Doorbell,
  ) {}

  onApplicationBootstrap(): void {
    void this.round();
  }

  @Interval(SWEEP_MS)
  sweep(): Promise<void> {
    return this.round();
  }

  private async ringAll(): Promise<void> {
    for (const queue of QUEUE_NAMES) await this.ringFor(queue);
  }

  private async ringFor(queue: QueueName): Promise<void> {
    for (const run of await this.waiting(RUN_TABLES[queue])) {
      if (!(await this.doorbell.ring(queue, jobIdOf(run), { runId: run.id }))) return;
    }
  }

  // Most of them wait in the queue too, where ringing again changes nothing. The oldest come first there as well.
  private waiting(table: string): Promise<WaitingRun[]> {
    return this.db.query<WaitingRun[]>(
      `SELECT "id", "claim" FROM ${table}
       WHERE state IN ('queued', 'running') AND "createdAt" < now() - interval '2 seconds'
         AND ("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())
       ORDER BY "createdAt" LIMIT 50`,
    );
  }
}
