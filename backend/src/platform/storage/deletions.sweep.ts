import { Injectable } from '@nestjs/common';
import { Sweep } from '../queue/sweep.js';
import { DeletionsService } from './deletions.service.js';

/** Removes files that are due regularly. */
@Injectable()
export class DeletionsSweep extends Sweep {
  constructor(private readonly deletions: DeletionsService) {
    super('Deletions', 2000);
  }

  async sweep(): Promise<void> {
    await this.deletions.runDue();
  }
}
