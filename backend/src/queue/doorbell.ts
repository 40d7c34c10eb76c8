import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { CalmLog } from '../common/calm-log.js';
import { JOB_OPTIONS, QUEUE_NAMES, type Jobs, type QueueName } from './jobs.js';

/** A ring that was not heard by then is made up for by the sweep. */
const RING_TIMEOUT_MS = 2000;

/** Tells the workers that a row waits. Rung after the commit; a ring that gets lost is made up for by the sweep. */
@Injectable()
export class Doorbell implements OnModuleInit {
  private readonly log = new CalmLog(new Logger('Doorbell'));
  /** Queues that have not heard an earlier ring yet. What is rung meanwhile would only pile up. */
  private readonly deaf = new Set<QueueName>();

  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    for (const name of QUEUE_NAMES) {
      this.queue(name).on('error', (error) => this.log.warn(`The queue ${name} has trouble: ${error.message}`));
    }
  }

  /**
   * Never throws, and never waits long: the work is safe in its row. One job per `id` waits at a time.
   * @returns whether the queue took it
   */
  async ring<Name extends QueueName>(name: Name, id: string, payload: Jobs[Name]): Promise<boolean> {
    if (this.deaf.has(name)) return false;
    const heard = this.queue(name)
      .add(name, payload, { jobId: id, ...JOB_OPTIONS })
      .then(
        () => 'heard' as const,
        (error: unknown) => error,
      );
    const outcome = await Promise.race([heard, timeout()]);
    if (outcome === 'heard') return true;
    if (outcome === 'late') {
      this.deaf.add(name);
      void heard.then(() => this.deaf.delete(name));
    }
    this.log.warn(`The queue ${name} did not take ${id}; the sweep will ring again: ${String(outcome)}`);
    return false;
  }

  private queue(name: QueueName): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }
}

function timeout(): Promise<'late'> {
  return new Promise((resolve) => void setTimeout(() => resolve('late'), RING_TIMEOUT_MS).unref());
}
