import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CalmLog } from '../common/calm-log.js';
import { DeletionsService } from './deletions.service.js';

const SWEEP_MS = 3000;

/** Removes what is due, again and again. */
@Injectable()
export class DeletionsSweep {
  private readonly log = new CalmLog(new Logger('Deletions'));
  private isBusy = false;

  constructor(private readonly deletions: DeletionsService) {}

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await this.deletions.runDue();
    } catch (error) {
      this.log.warn(`The sweep failed and will be repeated: ${String(error)}`);
    } finally {
      this.isBusy = false;
    }
  }
}
