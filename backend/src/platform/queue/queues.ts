import { getQueueToken } from '@nestjs/bullmq';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Queue, RedisQueueBackend, type QueueOptions } from 'bullmq';
import { withDeadline } from '../async/end-early.js';
import { ThrottledLogger } from '../logging/throttled-logger.js';
import { JOB_OPTIONS, QUEUE_NAMES, type QueueName, type RunJob } from './jobs.js';

/** How long the queue may take to accept a job; the sweep enqueues what it did not. */
const TIMEOUT_MS = 2000;
/** What is written to see whether Redis takes changes, and for how many seconds it stays. */
export const PROBE = { key: 'gmb:probe', seconds: 60 };

/** Enqueues jobs. Call it after the commit of the rows that they are about. */
@Injectable()
export class Queues implements OnModuleInit, OnModuleDestroy {
  private readonly log = new ThrottledLogger(new Logger('Queues'));
  /** Queues that have not accepted an earlier job yet: further ones would only pile up. */
  private readonly blocked = new Set<QueueName>();

  private probe: Promise<unknown> | undefined;

  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    for (const name of QUEUE_NAMES) {
      this.queue(name).on('error', (error) =>
        this.log.warn(`The queue ${name} failed; its connection is retried: ${error.message}`),
      );
    }
  }

  /**
   * Enqueues a job, one per `id` at a time. Never throws, and takes two seconds at most: the work is recorded in its row,
   * and the sweep enqueues rows that no job covers.
   * @returns whether the queue accepted it
   */
  async enqueue(name: QueueName, id: string, payload: RunJob): Promise<boolean> {
    if (this.blocked.has(name)) return false;
    const adding = this.queue(name).add(name, payload, { jobId: id, ...JOB_OPTIONS });
    const timedOut = new Error('it did not answer in time');
    try {
      await withDeadline(adding, TIMEOUT_MS, timedOut);
      return true;
    } catch (error) {
      if (error === timedOut) {
        this.blocked.add(name);
        const unblock = () => this.blocked.delete(name);
        adding.then(unblock, unblock);
      }
      this.log.warn(`Failed to enqueue ${id} on ${name}; the sweep will enqueue it again: ${String(error)}`);
      return false;
    }
  }

  /** Whether the queue takes changes; an answer comes within two seconds. */
  async isUp(): Promise<boolean> {
    // One at a time: while the queue is unavailable, they would pile up.
    this.probe ??= this.write().finally(() => (this.probe = undefined));
    return withDeadline(this.probe, TIMEOUT_MS, new Error('No answer in time.')).then(
      () => true,
      () => false,
    );
  }

  /** Ends connections on which nothing answers: closing them in order would take for ever. Nothing waits for that. */
  onModuleDestroy(): void {
    void this.disconnectIfDown();
  }

  private async disconnectIfDown(): Promise<void> {
    if (await this.isUp()) return;
    await Promise.allSettled(QUEUE_NAMES.map((name) => this.queue(name).disconnect()));
  }

  // A replica and a Redis whose memory is full answer questions, and take no job.
  private async write(): Promise<unknown> {
    const queue = this.queue(QUEUE_NAMES[0]!);
    const backend = queue.getBackend();
    if (!(backend instanceof RedisQueueBackend)) return queue.getJobCounts('waiting');
    return (await backend.client).set(PROBE.key, Date.now(), { EX: PROBE.seconds });
  }

  private queue(name: QueueName): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }
}

/**
 * The queues, on connections for requests that people wait for: a command that is not answered soon fails, and is not sent again later, as
 * the workers' connections would. They are opened when they are first needed.
 */
export class BoardQueues implements BeforeApplicationShutdown {
  private readonly log = new ThrottledLogger(new Logger('Queues'));
  private queues: Queue[] | undefined;

  constructor(private readonly connection: QueueOptions['connection']) {}

  open(): Queue[] {
    this.queues ??= QUEUE_NAMES.map((name) =>
      new Queue(name, { connection: this.connection }).on('error', (error) =>
        this.log.warn(`The queue ${name} failed for a page; its connection is retried: ${error.message}`),
      ),
    );
    return this.queues;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled((this.queues ?? []).map((queue) => queue.disconnect()));
  }
}
