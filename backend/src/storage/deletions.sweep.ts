import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { oneAtATime } from '../common/one-at-a-time.js';
import { DeletionsService } from './deletions.service.js';

const SWEEP_MS = 3000;

/** Removes what is due, again and again. */
@Injectable()
export class DeletionsSweep {
  private readonly round = oneAtATime('Deletions', () => this.deletions.runDue());

  constructor(private readonly deletions: DeletionsService) {}

  @Interval(SWEEP_MS)
  sweep(): Promise<void> {
    return this.round();
  }
}
