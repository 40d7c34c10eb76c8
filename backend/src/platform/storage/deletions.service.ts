import { Global, Injectable, Logger, Module } from '@nestjs/common';
import { DataSource, In, Raw, type EntityManager } from 'typeorm';
import { outageOf } from '../database/outage.js';
import { AppError } from '../http/errors.js';
import { sanitizeSentence } from '../sanitize-text.js';
import { Sweep } from '../queue/sweep.js';
import { Deletion } from './deletion.entity.js';
import { mayRemoveFiles } from './removals-lock.js';
import { Storage } from './storage.js';

// The first retry comes after about 20 s, the ninth and all later ones after an hour.
const BACKOFF = `clock_timestamp() + interval '1 second' * least(3600, 10 * power(2, least("attempts", 20) + 1))`;
const DUE = Raw((at) => `${at} <= now()`);
const LATER = Raw((at) => `${at} > now()`);

/**
 * Removes the files of deleted rows, and files whose rows were never saved. A row of `deletions` is written before or
 * with the cause, so that no file is forgotten after a crash or an outage of the storage. All times are by the
 * database's clock.
 */
@Injectable()
export class DeletionsService {
  private readonly logger = new Logger('Deletions');

  constructor(
    private readonly database: DataSource,
    private readonly storage: Storage,
  ) {}

  /** Schedules the removal of folders, in the transaction that deletes the rows that own them. */
  async schedule(manager: EntityManager, folders: string[]): Promise<void> {
    await manager.insert(
      Deletion,
      folders.map((folder) => ({ folder })),
    );
  }

  /** Reserves new folders, before files are put into them: they are removed in an hour unless `confirm` is called. */
  async reserve(folders: string[]): Promise<void> {
    const notBefore = () => `now() + interval '1 hour'`;
    const rows = folders.map((folder) => ({ folder, notBefore }));
    await this.database.manager.insert(Deletion, rows);
  }

  /**
   * Confirms reserved folders, in the transaction that saves the rows that own them: their files stay.
   * @throws AppError 503 if a reservation expired, since files may have been removed; the transaction must not commit
   * then
   */
  async confirm(manager: EntityManager, folders: string[]): Promise<void> {
    const { affected } = await manager.delete(Deletion, { folder: In(folders), notBefore: LATER, attempts: 0 });
    if (affected! < folders.length) {
      // Files may have been written after the removal. On another connection, since this transaction is rolled back.
      await this.schedule(this.database.manager, folders);
      throw new AppError(
        503,
        'STORAGE_UNAVAILABLE',
        'Storing the files took more than an hour. Please upload them again.',
      );
    }
  }

  /** Makes the removal of reserved folders due now. Has no effect on confirmed folders. */
  async cancel(folders: string[]): Promise<void> {
    const reserved = { folder: In(folders), notBefore: LATER };
    await this.database.manager.update(Deletion, reserved, { notBefore: () => 'now()' });
  }

  /** Runs work that needs reserved folders; cancels the reservations if it fails. */
  async cancelIfItFails<T>(folders: string[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // If the database is unreachable, the files are removed in an hour; the response does not wait for another
      // timeout.
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
    // A failure ends the round, since the storage is probably down; the folder's next attempt is later.
    while ((await this.removeNext()) === 'removed') removed += 1;
    return removed;
  }

  // The row lock is the lease: it is released when the process dies, so that another worker can continue at once.
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
        (failure) => sanitizeSentence(String(failure)),
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

/** Removes due files periodically. */
@Injectable()
export class DeletionsSweep extends Sweep {
  constructor(private readonly deletions: DeletionsService) {
    super('Deletions', 2000);
  }

  async sweep(): Promise<void> {
    await this.deletions.runDue();
  }
}
