import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { oneAtATime } from '../common/one-at-a-time.js';
import { RetentionService } from './retention.service.js';

const SWEEP_MS = 60 * 60 * 1000;

/** Removes outdated rows, hour by hour. */
@Injectable()
export class RetentionSweep implements OnApplicationBootstrap {
  private readonly round = oneAtATime('Retention', () => this.retention.removeOutdated());

  constructor(private readonly retention: RetentionService) {}

  onApplicationBootstrap(): void {
    void this.round();
  }

  @Interval(SWEEP_MS)
  sweep(): Promise<void> {
    return this.round();
  }
}
