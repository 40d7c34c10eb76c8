import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CalmLog } from '../common/calm-log.js';
import { Doorbell } from '../queue/doorbell.js';
import { QUEUE_NAMES, type QueueName } from '../queue/jobs.js';
import { RUN_TABLES } from './run-tables.js';

const SWEEP_MS = 3000;

/** Rings again for runs that nobody took, or whose worker died: a lost ring never loses a run. */
@Injectable()
export class RunsSweep implements OnApplicationBootstrap {
  private readonly log = new CalmLog(new Logger('Runs'));
  private isBusy = false;

  constructor(
    private readonly db: DataSource,
    private readonly doorbell: Doorbell,
  ) {}

  onApplicationBootstrap(): void {
    void this.sweep();
  }

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      for (const queue of QUEUE_NAMES) await this.ringFor(queue);
    } catch (error) {
      this.log.warn(`The sweep failed and will be repeated: ${String(error)}`);
    } finally {
      this.isBusy = false;
    }
  }

  private async ringFor(queue: QueueName): Promise<void> {
    for (const runId of await this.waiting(RUN_TABLES[queue])) {
      if (!(await this.doorbell.ring(queue, runId, { runId }))) return;
    }
  }

  // Most of them wait in the queue too, where ringing again changes nothing. The oldest come first there as well.
  private async waiting(table: string): Promise<string[]> {
    const runs: { id: string }[] = await this.db.query(
      `SELECT "id" FROM ${table}
       WHERE state IN ('queued', 'running') AND "createdAt" < now() - interval '2 seconds'
         AND ("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())
       ORDER BY "createdAt" LIMIT 50`,
    );
    return runs.map(({ id }) => id);
  }
}
