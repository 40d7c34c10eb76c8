import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { oneAtATime } from '../common/one-at-a-time.js';
import { RechecksService } from './rechecks.service.js';

const SWEEP_MS = 30_000;

/** Checks the domains that are due, again and again. */
@Injectable()
export class RechecksSweep implements OnApplicationBootstrap {
  private readonly round = oneAtATime('Domains', () => this.rechecks.runDue());

  constructor(private readonly rechecks: RechecksService) {}

  onApplicationBootstrap(): void {
    void this.round();
  }

  @Interval(SWEEP_MS)
  sweep(): Promise<void> {
    return this.round();
  }
}
