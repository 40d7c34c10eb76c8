import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Sweep } from '../platform/queue/sweep.js';
import { removeOutdated } from './retention.queries.js';

const SWEEP_MS = 60 * 60 * 1000;

/** Removes outdated rows, hour by hour. */
@Injectable()
export class RetentionSweep extends Sweep {
  constructor(private readonly db: DataSource) {
    super('Retention', SWEEP_MS);
  }

  sweep(): Promise<void> {
    return removeOutdated(this.db);
  }
}
