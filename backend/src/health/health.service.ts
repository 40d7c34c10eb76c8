import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withDeadline } from '../common/deadline.js';
import { AppError } from '../common/errors.js';
import { Storage } from '../storage/storage.js';

/** Less than a load balancer waits: a dependency that hangs is down. */
const PATIENCE_MS = 3000;

/** Whether the process can work. */
@Injectable()
export class HealthService {
  private underWay: Promise<void> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
  ) {}

  /**
   * Asks the database and the storage; those who ask at the same time share the answer, since asking writes a file.
   * @throws AppError 503 naming what is down
   */
  ready(): Promise<void> {
    this.underWay ??= this.check().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async check(): Promise<void> {
    const noDatabase = new AppError(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached right now.');
    const answer = this.db.query('SELECT 1').catch(() => {
      throw noDatabase;
    });
    await withDeadline(answer, PATIENCE_MS, noDatabase);
    const noStorage = new AppError(503, 'STORAGE_UNAVAILABLE', 'The storage does not answer right now.');
    await withDeadline(this.storage.check(), PATIENCE_MS, noStorage);
  }
}
