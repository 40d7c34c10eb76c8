import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Sweep } from '../platform/queue/sweep.js';
import { mergeMomentCounts } from './moment-counts.queries.js';

/** Merges the rows of `moment_counts` every 30 s. */
@Injectable()
export class MomentCountsSweep extends Sweep {
  constructor(private readonly db: DataSource) {
    super('MomentCounts', 30_000);
  }

  async sweep(): Promise<void> {
    await mergeMomentCounts(this.db);
  }
}
