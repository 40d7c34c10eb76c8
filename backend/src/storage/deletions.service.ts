import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/errors.js';
import { mayRemoveFiles } from './removals-lock.js';
import { Storage } from './storage.js';

// The first retry comes after about 20 s, the ninth and all later ones after an hour.
const BACKOFF = `clock_timestamp() + interval '1 second' * least(3600, 10 * power(2, least("attempts", 20) + 1))`;

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
    await manager.query('INSERT INTO deletions ("folder") SELECT unnest($1::text[])', [folders]);
  }

  /** Before files are put into new folders: they are removed in an hour unless `release` says that rows own them by then. */
  async reserve(folders: string[]): Promise<void> {
    await this.database.query(
      `INSERT INTO deletions ("folder", "notBefore") SELECT unnest($1::text[]), now() + interval '1 hour'`,
      [folders],
    );
  }

  /**
   * Within the transaction that saves the rows owning these folders: their files stay.
   * @throws AppError 503 when a reservation ran out, since its files may be gone; the transaction must not commit then
   */
  async release(manager: EntityManager, folders: string[]): Promise<void> {
    const [, released] = await manager.query<[unknown, number]>(
      `DELETE FROM deletions WHERE "folder" = ANY($1::text[]) AND "notBefore" > now() AND "attempts" = 0`,
      [folders],
    );
    if (released < folders.length) {
      // Files may have come after the removal; on a connection of its own, since this transaction comes to nothing.
      await this.schedule(this.database.manager, folders);
      throw new AppError(
        503,
        'STORAGE_UNAVAILABLE',
        'Storing the files took more than an hour. Please upload them again.',
      );
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

  // The claim is the row's lock: it ends with this process, so a dead worker's folder is due again at once.
  private removeNext(): Promise<'removed' | 'failed' | 'none'> {
    return this.database.transaction(async (manager) => {
      if (!(await mayRemoveFiles(manager))) return 'none';
      // A slow storage holds the transaction up, which is not forsaken for that.
      await manager.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`);
      const [due] = await manager.query<{ id: string; folder: string }[]>(
        `SELECT "id", "folder" FROM deletions WHERE "notBefore" <= now()
         ORDER BY "notBefore" LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!due) return 'none';
      const error = await this.storage.remove(due.folder).then(() => null, String);
      if (error === null) await manager.query('DELETE FROM deletions WHERE "id" = $1', [due.id]);
      else await this.postpone(manager, due, error);
      return error === null ? 'removed' : 'failed';
    });
  }

  private async postpone(manager: EntityManager, due: { id: string; folder: string }, error: string): Promise<void> {
    this.logger.warn(`${due.folder} could not be removed and will be tried again: ${error}`);
    await manager.query(
      `UPDATE deletions SET "attempts" = "attempts" + 1, "lastError" = $2, "notBefore" = ${BACKOFF} WHERE "id" = $1`,
      [due.id, error],
    );
  }
}
