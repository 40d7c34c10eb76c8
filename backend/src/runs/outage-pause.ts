import type { Logger } from '@nestjs/common';
import type { Worker } from 'bullmq';
import type { DataSource } from 'typeorm';
import { withDeadline } from '../platform/async/end-early.js';
import { AppError } from '../platform/http/errors.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { messageOf } from '../platform/operator-error.js';
import type { Storage } from '../platform/storage/storage.js';

const CHECK_MS = 1000;
/** A service that does not answer in this time counts as unavailable. */
const TIMEOUT_MS = 3000;

/**
 * Pauses a BullMQ worker during outages, so that other workers get the jobs: while the database does not answer, and,
 * after a failure of the storage stopped a run, until the storage answers. A storage that works is not checked, since
 * requests may cost money.
 */
export class OutagePause {
  private readonly log: ThrottledLogger;
  private readonly checks: NodeJS.Timeout;
  private isChecking = false;
  private isStorageDown = false;

  constructor(
    private readonly worker: Worker,
    private readonly db: DataSource,
    private readonly storage: Storage,
    logger: Logger,
  ) {
    this.log = new ThrottledLogger(logger);
    this.checks = setInterval(() => void this.check(), CHECK_MS);
  }

  /** Pauses the worker after an outage stopped a run, until the service answers. */
  async begin(error: unknown): Promise<void> {
    if (isStorageOutage(error)) this.isStorageDown = true;
    await this.pause(messageOf(error));
  }

  /** Ends the checks. */
  stop(): void {
    clearInterval(this.checks);
  }

  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      await orTimeout(this.db.query('SELECT 1'), 'the database');
      if (this.isStorageDown) {
        await orTimeout(this.storage.check(), 'the storage');
        this.isStorageDown = false;
      }
      // Does nothing unless it is paused.
      await this.worker.resume();
    } catch (error) {
      await this.pause(messageOf(error));
    } finally {
      this.isChecking = false;
    }
  }

  /** Does not wait for runs in progress, which save their results once the database answers. */
  private async pause(reason: string): Promise<void> {
    if (this.worker.isPaused()) return;
    this.log.warn(`The worker of ${this.worker.name} takes no jobs until this has passed: ${reason}`);
    await this.worker.pause(true);
  }
}

/** Whether an error means that the storage is unavailable: the storage throws an AppError of status 503. */
export function isStorageOutage(error: unknown): boolean {
  return error instanceof AppError && error.getStatus() === 503;
}

function orTimeout(answer: Promise<unknown>, service: string): Promise<unknown> {
  return withDeadline(answer, TIMEOUT_MS, new Error(`No answer of ${service} in ${TIMEOUT_MS} ms.`));
}
