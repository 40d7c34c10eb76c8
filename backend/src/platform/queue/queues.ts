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

/** Timeout for enqueueing a job; the sweep enqueues runs whose job was not accepted. */
const TIMEOUT_MS = 2000;
/** The key that is written to check whether Redis accepts writes, and its expiry. */
export const PROBE = { key: 'gmb:probe', seconds: 60 };

/** Enqueues jobs. Call it after the commit of the rows that they are about. */
@Injectable()
export class Queues implements OnModuleInit, OnModuleDestroy {
  private readonly log = new ThrottledLogger(new Logger('Queues'));
  /** Queues with an unanswered command, which get no further jobs. */
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

  /** Disconnects without waiting, because closing connections that do not answer would never end. */
  onModuleDestroy(): void {
    void this.disconnectIfDown();
  }

  private async disconnectIfDown(): Promise<void> {
    if (await this.isUp()) return;
    await Promise.allSettled(QUEUE_NAMES.map((name) => this.queue(name).disconnect()));
  }

  // Writes, because a replica and a Redis without free memory answer reads but accept no job.
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
 * The queues of the queue board, on connections of their own: a command that is not answered soon fails and is not
 * repeated, unlike on the workers' connections. Opened when first needed.
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
