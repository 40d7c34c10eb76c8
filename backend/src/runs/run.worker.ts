import { setTimeout as delay } from 'node:timers/promises';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type Type,
} from '@nestjs/common';
import { WaitingError, type Job } from 'bullmq';
import pLimit from 'p-limit';
import { DataSource, IsNull, Raw, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { underSignals } from '../platform/async/end-early.js';
import { CONFIG } from '../platform/config.module.js';
import { isDatabaseDown } from '../platform/database/outage.js';
import { onBehalfOf } from '../platform/http/request-id.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { itemSeconds } from '../platform/metrics/metrics.js';
import { messageOf } from '../platform/operator-error.js';
import { WORKER_OPTIONS, type RunJob } from '../platform/queue/jobs.js';
import { Queues } from '../platform/queue/queues.js';
import { Storage } from '../platform/storage/storage.js';
import { isStorageOutage, OutagePause } from './outage-pause.js';
import { failureReason, type Reason } from './reason.js';
import type { ItemEnd, ItemInput, Outcome, RunHandler, RunKind } from './run-kind.js';
import {
  beginItem,
  endItem,
  endRun,
  failInterrupted,
  hasEnded,
  renewLeaseUntilStopped,
  LeaseLost,
  leaseRun,
  releaseLease,
  requireSubject,
  stopRun,
} from './run-lease.js';
import { Run, RunItem } from './run.entity.js';

/** On shutdown, items in progress that have not ended after this time are aborted; another worker does them. */
const DRAIN_MS = 5000;
/** Pause before a finished item is saved again after the database did not answer. */
const SAVE_RETRY_MS = 1000;

/**
 * What to do with a job. `done`: complete it, since the run has ended, waits for a retry, or is leased by another
 * worker. `requeue`: give it to another worker, because this one shuts down or is paused.
 */
type JobResult = 'done' | 'requeue';

/**
 * Makes the BullMQ processor class for one kind of run.
 */
export function runWorker(kind: RunKind, handlerType: Type<RunHandler>): Type {
  @Processor(kind.name, WORKER_OPTIONS)
  @Injectable()
  class KindRunWorker extends RunWorker {
    constructor(
      db: DataSource,
      queues: Queues,
      storage: Storage,
      @Inject(CONFIG) config: Config,
      @Inject(handlerType) handler: RunHandler,
    ) {
      super(kind, db, queues, storage, config, handler);
    }
  }
  return KindRunWorker;
}

/**
 * Processes the runs of one kind. From the outside in:
 * `process` (a job) → `leaseAndProcess` → `processUnderLease` (renews the lease) → `processItems` → `processGroup` → `processItem` →
 * `loadPerformSave` (with retries that are due at once) → `saveAndEndItem` (one transaction).
 */
abstract class RunWorker extends WorkerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Runs');
  private readonly throttled = new ThrottledLogger(this.logger);
  private readonly draining = new AbortController();
  private readonly aborted = new AbortController();
  /**
   * Runs in progress in this process. One whose lease expired while the machine was frozen is not leased a second
   * time.
   */
  private readonly current = new Map<string, Promise<JobResult>>();
  private outagePause: OutagePause | undefined;

  constructor(
    private readonly kind: RunKind,
    private readonly db: DataSource,
    private readonly queues: Queues,
    private readonly storage: Storage,
    private readonly config: Config,
    private readonly handler: RunHandler,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.concurrency = this.config.workerConcurrency;
    this.outagePause = new OutagePause(this.worker, this.db, this.storage, this.logger);
  }

  /** Runs before the database connections close, which items in progress still need. */
  async beforeApplicationShutdown(): Promise<void> {
    this.draining.abort();
    this.outagePause?.stop();
    setTimeout(() => this.aborted.abort(), DRAIN_MS).unref();
    if (await this.queues.isUp()) return this.worker.close();
    // Without the queue the jobs cannot be given back. Another worker resumes the runs from their rows.
    await Promise.allSettled(this.current.values());
    await this.worker.close(true);
  }

  async process(job: Job<RunJob>, token?: string): Promise<void> {
    const result = await this.leaseAndProcess(job.data.runId).catch(async (error: unknown) => {
      if (isOutage(error)) await this.outagePause?.begin(error);
      throw error;
    });
    if (result === 'done') return;
    await job.moveToWait(token);
    throw new WaitingError();
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job<RunJob> | undefined, error: Error): void {
    this.throttled.warn(`Run ${job?.data.runId} (${this.kind.name}) stopped and will be resumed: ${error.message}`);
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.throttled.warn(`The queue ${this.kind.name} failed; its connection is retried: ${error.message}`);
  }

  private async leaseAndProcess(runId: string): Promise<JobResult> {
    // A worker still receives one job after it was paused.
    if (this.draining.signal.aborted || this.worker.isPaused()) return 'requeue';
    if (this.current.has(runId)) return 'done';
    const work = this.leaseAndProcessOnce(runId).finally(() => this.current.delete(runId));
    this.current.set(runId, work);
    return work;
  }

  private async leaseAndProcessOnce(runId: string): Promise<JobResult> {
    const run = await leaseRun(this.db, this.kind, runId);
    return run ? onBehalfOf(run.requestId, () => this.processUnderLease(run)) : 'done';
  }

  private async processUnderLease(run: Run): Promise<JobResult> {
    const lost = new AbortController();
    const stopRenewing = renewLeaseUntilStopped(this.db, run, this.logger, (error) => lost.abort(error));
    let result: JobResult | undefined;
    try {
      result = await underSignals([lost.signal, this.aborted.signal], (signal) => this.processItems(run, signal));
      return result;
    } catch (error) {
      const isOver = error instanceof LeaseLost || lost.signal.aborted || this.aborted.signal.aborted;
      if (!isOver && !isOutage(error))
        await stopRun(this.db, this.kind, run).catch((failure: unknown) => this.warnOfStop(run, failure));
      if (!isOver) throw error;
      return this.aborted.signal.aborted ? 'requeue' : 'done';
    } finally {
      stopRenewing();
      // If this fails, the lease expires by itself.
      if (result !== 'done') await releaseLease(this.db, run).catch(() => undefined);
    }
  }

  private warnOfStop(run: Run, error: unknown): void {
    this.throttled.warn(`Run ${run.id} stopped, and that cannot be saved; its lease expires: ${messageOf(error)}`);
  }

  private async processItems(run: Run, signal: AbortSignal): Promise<JobResult> {
    const { kind, handler, db } = this;
    if (kind.atMostOnce) await failInterrupted(db, kind, run);
    await handler.prepare?.(run, signal);
    const where = { runId: run.id, state: 'waiting' as const };
    const whereDue = [
      { ...where, notBefore: IsNull() },
      { ...where, notBefore: Raw((at) => `${at} <= clock_timestamp()`) },
    ];
    const items = await db.manager.find(RunItem, { where, order: { position: 'ASC' } });
    const due = new Set((await db.manager.find(RunItem, { where: whereDue })).map(({ key }) => key));
    for (const group of handler.inGroups?.(items) ?? [items]) {
      const dueItems = group.filter(({ key }) => due.has(key));
      if ((await this.processGroup(run, dueItems, signal)) === 'requeue') return 'requeue';
      // Later groups need the results of this one.
      if (group.some(({ state }) => state === 'waiting')) break;
    }
    const left = await db.manager.countBy(RunItem, where);
    if (left > 0) await releaseLease(db, run);
    else await endRun(db, kind, run);
    return 'done';
  }

  /** Processes a group of items. After an error, no further item of the group is started. */
  private async processGroup(run: Run, items: RunItem[], signal: AbortSignal): Promise<JobResult> {
    const limit = pLimit(this.handler.concurrency);
    let failed = false;
    const ends = await Promise.allSettled(
      items.map((item) =>
        limit(async () => {
          if (failed || this.draining.signal.aborted) return 'requeue';
          await this.processItem(run, item, signal).catch((error: unknown) => {
            failed = true;
            throw error;
          });
          return 'done';
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return ends.some((end) => end.status === 'fulfilled' && end.value === 'requeue') ? 'requeue' : 'done';
  }

  /** Processes one item. Any error except an outage fails it, so that the AI is not called again and again. */
  private async processItem(run: Run, item: RunItem, signal: AbortSignal): Promise<void> {
    const measure = itemSeconds.startTimer({ queue: this.kind.name });
    try {
      measure({ outcome: await this.loadPerformSave(run, item, signal) });
    } catch (error) {
      if (isInterruption(error, signal)) throw error;
      measure({ outcome: 'failed' });
      const reason = this.failureReason(error, run, {
        failureText: 'An item could not be done',
        where: `item ${item.key}`,
      });
      await this.saveAndEndItem(run, item, signal, async () => ({ state: 'failed', reason }));
    }
  }

  /** Repeats the item while it ends with a retry that is due at once. */
  private async loadPerformSave(run: Run, item: RunItem, signal: AbortSignal): Promise<'done' | 'failed'> {
    const { handler } = this;
    for (;;) {
      const loaded = await handler.load({ run, item });
      if ('skip' in loaded) {
        await this.saveAndEndItem(run, item, signal, async () => ({ state: 'skipped', reason: loaded.skip }));
        return 'done';
      }
      const outcome = await this.perform(run, item, loaded, signal);
      const loadedItem = { run, item, input: loaded.input };
      const next = await this.saveAndEndItem(run, item, signal, (manager) =>
        handler.save(manager, loadedItem, outcome),
      );
      if (next !== 'retryNow') return 'failure' in outcome ? 'failed' : 'done';
    }
  }

  private async perform(
    run: Run,
    item: RunItem,
    loaded: ItemInput<unknown>,
    signal: AbortSignal,
  ): Promise<Outcome<unknown>> {
    const { kind, handler, db } = this;
    try {
      if (kind.atMostOnce) await beginItem(db, run, item);
      return { output: await handler.perform({ run, item, input: loaded.input }, signal) };
    } catch (error) {
      if (isInterruption(error, signal)) throw error;
      return { failure: this.failureReason(error, run, loaded) };
    }
  }

  private failureReason(
    error: unknown,
    run: Run,
    { failureText, where }: Pick<ItemInput<unknown>, 'failureText' | 'where'>,
  ): Reason {
    return failureReason(error, { failureText, where: `${where}, run ${run.id}`, logger: this.logger });
  }

  /**
   * Retries while the database is unavailable, so that the AI's output is not lost and need not be requested again.
   */
  private async saveAndEndItem(
    run: Run,
    item: RunItem,
    signal: AbortSignal,
    save: (manager: EntityManager) => Promise<ItemEnd>,
  ): ReturnType<typeof endItem> {
    const { kind, db } = this;
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await db.transaction(async (manager) => {
          await requireSubject(manager, kind, run);
          // An earlier attempt may have been committed although the connection was lost.
          if (!isFirst && (await hasEnded(manager, item))) return 'ended';
          return endItem(manager, kind, run, item, await save(manager));
        });
      } catch (error) {
        if (signal.aborted || !isDatabaseDown(error)) throw error;
        const next = `saving is tried again in ${SAVE_RETRY_MS} ms`;
        this.throttled.warn(`Failed to save item ${item.key} of run ${run.id}; ${next}: ${messageOf(error)}`);
        await delay(SAVE_RETRY_MS, undefined, { signal });
      }
    }
  }
}

/**
 * Whether an error stops the run without failing the item: lost lease, shutdown, or an outage of storage or database.
 */
function isInterruption(error: unknown, signal: AbortSignal): boolean {
  return error instanceof LeaseLost || signal.aborted || isOutage(error);
}

/** Whether an error means that the storage or the database is unavailable. */
function isOutage(error: unknown): boolean {
  return isDatabaseDown(error) || isStorageOutage(error);
}
