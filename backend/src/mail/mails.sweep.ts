import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Mailer } from '../platform/mail/mailer.js';
import { Queues } from '../platform/queue/queues.js';
import { Sweep } from '../platform/queue/sweep.js';
import { MAILS } from './mails.run.js';
import { startMailRuns } from './mails.queries.js';

const SWEEP_MS = 1000;
const BATCH_SIZE = 200;

/** Starts runs for mails that are due. Without a mail server, mails stay in the outbox. */
@Injectable()
export class MailsSweep extends Sweep {
  constructor(
    private readonly db: DataSource,
    private readonly queues: Queues,
    private readonly mailer: Mailer,
  ) {
    super('Mails', SWEEP_MS);
  }

  async sweep(): Promise<void> {
    if (!this.mailer.isConfigured) return;
    for (;;) {
      const runIds = await startMailRuns(this.db.manager, BATCH_SIZE);
      for (const runId of runIds) {
        // The queue is unavailable: the sweep of runs enqueues them.
        if (!(await this.queues.enqueue(MAILS.name, runId, { runId }))) return;
      }
      if (runIds.length < BATCH_SIZE) return;
    }
  }
}
