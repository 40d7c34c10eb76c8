import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withDeadline } from '../async/end-early.js';
import { QUEUE_NAMES } from '../queue/jobs.js';
import { Queues } from '../queue/queues.js';
import { Deletion } from '../storage/deletion.entity.js';
import {
  collectWith,
  databaseUp,
  deletionsWaiting,
  oldestWaiting,
  queueUp,
  runsAtWork,
  runsWaiting,
} from './metrics.js';
import { findDepths } from './queue-metrics.queries.js';

/** Timeout in milliseconds; less than the timeout of a scrape by Prometheus. */
const TIMEOUT_MS = 3000;

/**
 * Measures queues, deletions and backups of the whole system from the rows, which are authoritative for both queue
 * backends.
 */
@Injectable()
export class QueueMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private stop?: () => void;

  constructor(
    private readonly db: DataSource,
    private readonly queues: Queues,
  ) {}

  onApplicationBootstrap(): void {
    const stops = [collectWith(() => this.collect()), collectWith(() => this.collectQueue())];
    this.stop = () => stops.forEach((stop) => stop());
  }

  onApplicationShutdown(): void {
    this.stop?.();
  }

  private async collect(): Promise<void> {
    try {
      await withDeadline(this.measure(), TIMEOUT_MS, new Error('The database did not answer in time.'));
      databaseUp.set(1);
    } catch {
      databaseUp.set(0);
    }
  }

  private async collectQueue(): Promise<void> {
    queueUp.set((await this.queues.isUp()) ? 1 : 0);
  }

  private async measure(): Promise<void> {
    const depths = await findDepths(this.db.manager);
    for (const queue of QUEUE_NAMES) {
      const depth = depths.find(({ kind }) => kind === queue);
      runsWaiting.set({ queue }, depth?.waiting ?? 0);
      runsAtWork.set({ queue }, depth?.atWork ?? 0);
      oldestWaiting.set({ queue }, depth?.oldest ?? 0);
    }
    deletionsWaiting.set(await this.db.manager.count(Deletion));
  }
}
