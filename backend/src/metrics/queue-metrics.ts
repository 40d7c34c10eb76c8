import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withDeadline } from '../common/deadline.js';
import type { QueueName } from '../queue/jobs.js';
import { RUN_TABLES } from '../runs/run-tables.js';
import { collectWith, databaseUp, deletionsWaiting, oldestWaiting, runsAtWork, runsWaiting } from './metrics.js';

/** Less than Prometheus waits for a scrape. */
const PATIENCE_MS = 3000;

interface Depth {
  waiting: number;
  atWork: number;
  oldest: number;
}

/** Measures what waits, from the rows: they are the truth, on either kind of queue. */
@Injectable()
export class QueueMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private stop?: () => void;

  constructor(private readonly db: DataSource) {}

  onApplicationBootstrap(): void {
    this.stop = collectWith(() => this.collect());
  }

  onApplicationShutdown(): void {
    this.stop?.();
  }

  private async collect(): Promise<void> {
    try {
      await withDeadline(this.measure(), PATIENCE_MS, new Error('The database did not answer in time.'));
      databaseUp.set(1);
    } catch {
      databaseUp.set(0);
    }
  }

  private async measure(): Promise<void> {
    for (const [queue, table] of Object.entries(RUN_TABLES) as [QueueName, string][]) {
      const [depth] = await this.db.query<[Depth]>(
        `SELECT count(*) FILTER (WHERE NOT held)::int AS "waiting", count(*) FILTER (WHERE held)::int AS "atWork",
           coalesce(extract(epoch FROM now() - min("createdAt") FILTER (WHERE NOT held)), 0)::float AS "oldest"
         FROM (SELECT "createdAt", coalesce("claimedUntil" > clock_timestamp(), false) AS held
               FROM ${table} WHERE state IN ('queued', 'running')) AS runs`,
      );
      runsWaiting.set({ queue }, depth.waiting);
      runsAtWork.set({ queue }, depth.atWork);
      oldestWaiting.set({ queue }, depth.oldest);
    }
    const [deletions] = await this.db.query<[{ count: number }]>('SELECT count(*)::int AS "count" FROM deletions');
    deletionsWaiting.set(deletions.count);
  }
}
