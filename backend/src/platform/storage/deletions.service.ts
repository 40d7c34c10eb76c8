import { Global, Injectable, Logger, Module } from '@nestjs/common';
import { DataSource, In, Raw, type EntityManager } from 'typeorm';
import { outageOf } from '../database/outage.js';
import { AppError } from '../http/errors.js';
import { outsideSentence } from '../outside-text.js';
import { Sweep } from '../queue/sweep.js';
import { Deletion } from './deletion.entity.js';
import { mayRemoveFiles } from './removals-lock.js';
import { Storage } from './storage.js';

// The first retry comes after about 20 s, the ninth and all later ones after an hour.
const BACKOFF = `clock_timestamp() + interval '1 second' * least(3600, 10 * power(2, least("attempts", 20) + 1))`;
const DUE = Raw((at) => `${at} <= now()`);
const LATER = Raw((at) => `${at} > now()`);

/**
 * Removes the files of rows that are gone, and of rows that never came to be. What must go stands in a row written before or
 * with its cause, so neither a crash nor a storage that is down forgets a file. All times are the database's.
 */
@Injectable()
export class DeletionsService {
  private readonly logger = new Logger('Deletions');

  constructor(
    private readonly database: DataSource,
    private readonly storage: Storage,
  ) {}

  /** Within the transaction that deletes the rows owning these folders: their files are to be removed. */
  async schedule(manager: EntityManager, folders: string[]): Promise<void> {
    await manager.insert(
      Deletion,
      folders.map((folder) => ({ folder })),
    );
  }

  /** Before files are put into new folders: they are removed in an hour unless `confirm` says that rows own them by then. */
  async reserve(folders: string[]): Promise<void> {
    const notBefore = () => `now() + interval '1 hour'`;
    const rows = folders.map((folder) => ({ folder, notBefore }));
    await this.database.manager.insert(Deletion, rows);
  }

  /**
   * Within the transaction that saves the rows owning these folders: their files stay.
   * @throws AppError 503 when a reservation ran out, since its files may be gone; the transaction must not commit then
   */
  async confirm(manager: EntityManager, folders: string[]): Promise<void> {
    const { affected } = await manager.delete(Deletion, { folder: In(folders), notBefore: LATER, attempts: 0 });
    if (affected! < folders.length) {
      // Files may have come after the removal; on a connection of its own, since this transaction comes to nothing.
      await this.schedule(this.database.manager, folders);
      throw new AppError(
        503,
        'STORAGE_UNAVAILABLE',
        'Storing the files took more than an hour. Please upload them again.',
      );
    }
  }

  /** After a reservation whose rows will not come: its files are due now. Confirmed reservations stay so. */
  async cancel(folders: string[]): Promise<void> {
    const reserved = { folder: In(folders), notBefore: LATER };
    await this.database.manager.update(Deletion, reserved, { notBefore: () => 'now()' });
  }

  /** Runs work that needs these reserved folders. If it fails, their files are due for deletion at once. */
  async cancelIfItFails<T>(folders: string[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Without the database they are due in an hour, and the answer does not wait for it once more.
      if (outageOf(error) !== 'unreachable') {
        await this.cancel(folders).catch((failure: unknown) => this.logger.warn(String(failure)));
      }
      throw error;
    }
  }

  /**
   * Removes every folder that is due; any number of workers may do so at once, and none while a backup runs.
   * @returns how many were removed
   */
  async runDue(): Promise<number> {
    let removed = 0;
    // A failure ends the round, for the storage is likely down; that folder's next attempt lies in the future.
    while ((await this.removeNext()) === 'removed') removed += 1;
    return removed;
  }

  // The row's lock is the lease: it ends with this process, so a dead worker's folder is due again at once.
  private removeNext(): Promise<'removed' | 'failed' | 'none'> {
    return this.database.transaction(async (manager) => {
      if (!(await mayRemoveFiles(manager))) return 'none';
      // A slow storage delays the transaction, which must not end for that.
      await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`);
      const due = await manager.findOne(Deletion, {
        where: { notBefore: DUE },
        order: { notBefore: 'ASC' },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      if (!due) return 'none';
      const error = await this.storage.remove(due.folder).then(
        () => null,
        (failure) => outsideSentence(String(failure)),
      );
      if (error === null) await manager.delete(Deletion, { id: due.id });
      else await this.postpone(manager, due, error);
      return error === null ? 'removed' : 'failed';
    });
  }

  private async postpone(manager: EntityManager, { id, folder }: Deletion, lastError: string): Promise<void> {
    this.logger.warn(`${folder} could not be removed and will be tried again: ${lastError}`);
    const attempts = () => '"attempts" + 1';
    await manager.update(Deletion, { id }, { attempts, lastError, notBefore: () => BACKOFF });
  }
}

@Global()
@Module({ providers: [DeletionsService], exports: [DeletionsService] })
export class DeletionsModule {}

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
