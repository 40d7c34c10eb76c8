import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Receipts } from '../reviews/receipts.js';
import { idOf, subjectOf, type Subject } from '../history/subject.js';
import { Sweep } from '../platform/queue/sweep.js';
import { notifyOfEntries } from './notify.js';
import { findPending, lockReviews, takePending } from './pending-entries.queries.js';

/** The longest delay of a notification. */
const SWEEP_MS = 500;

/**
 * Notifies staff of new entries of the history, and mails clients their receipts: in a transaction of its own, so that no client
 * waits for it, and for all entries since the last sweep at once. An entry is deleted in the transaction of what follows from it,
 * so that each counts once.
 */
@Injectable()
export class PendingEntriesSweep extends Sweep {
  constructor(
    private readonly db: DataSource,
    private readonly receipts: Receipts,
  ) {
    super('Pending entries', SWEEP_MS);
  }

  async sweep(): Promise<void> {
    const bySubject = new Map<string, { subject: Subject | null; ids: string[] }>();
    for (const entry of await findPending(this.db.manager)) {
      const subject = subjectOf(entry);
      const key = subject ? idOf(subject) : '';
      const group = bySubject.get(key) ?? { subject, ids: [] };
      group.ids.push(entry.entryId);
      bySubject.set(key, group);
    }
    for (const { subject, ids } of bySubject.values()) await this.notify(subject, ids);
  }

  private async notify(subject: Subject | null, ids: string[]): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockReviews(manager);
      const entries = await takePending(manager, ids);
      if (!subject) return;
      await notifyOfEntries(manager, subject, entries);
      await this.receipts.add(manager, subject, entries);
    });
  }
}
