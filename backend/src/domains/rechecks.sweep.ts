import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CalmLog } from '../common/calm-log.js';
import { RechecksService } from './rechecks.service.js';

const SWEEP_MS = 30_000;

/** Checks the domains that are due, again and again. */
@Injectable()
export class RechecksSweep implements OnApplicationBootstrap {
  private readonly log = new CalmLog(new Logger('Domains'));
  private isBusy = false;

  constructor(private readonly rechecks: RechecksService) {}

  onApplicationBootstrap(): void {
    void this.sweep();
  }

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await this.rechecks.runDue();
    } catch (error) {
      this.log.warn(`The sweep failed and will be repeated: ${String(error)}`);
    } finally {
      this.isBusy = false;
    }
  }
}
