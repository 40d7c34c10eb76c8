import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { CONFIG } from '../platform/config.module.js';
import { Sweep } from '../platform/queue/sweep.js';
import { removeOutdated } from './retention.queries.js';

const SWEEP_MS = 60 * 60 * 1000;

/** Deletes outdated rows every hour. */
@Injectable()
export class RetentionSweep extends Sweep {
  constructor(
    private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super('Retention', SWEEP_MS);
  }

  sweep(): Promise<void> {
    return removeOutdated(this.db, this.config.auditDays);
  }
}
