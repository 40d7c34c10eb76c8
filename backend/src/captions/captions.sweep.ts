import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { Doorbell } from '../queue/doorbell.js';

const SWEEP_MS = 3000;

/** Rings again for runs that nobody took, or whose worker died: a lost ring never loses a run. */
@Injectable()
export class CaptionsSweep {
  private readonly logger = new Logger('Captions');

  constructor(
    private readonly db: DataSource,
    private readonly doorbell: Doorbell,
  ) {}

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    try {
      const waiting: { id: string }[] = await this.db.query(
        `SELECT "id" FROM caption_runs
         WHERE state IN ('queued', 'running') AND "createdAt" < now() - interval '2 seconds'
           AND ("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())
         ORDER BY "createdAt" LIMIT 200`,
      );
      for (const { id } of waiting) await this.doorbell.ring('captions', id, { runId: id });
    } catch (error) {
      this.logger.warn(`The sweep failed and will be repeated: ${String(error)}`);
    }
  }
}
