import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { Jobs, QueueName } from './jobs.js';

const RING_TIMEOUT_MS = 2000;

/** Tells the workers that a row waits. Rung after the commit; a ring that gets lost is made up for by the sweep. */
@Injectable()
export class Doorbell {
  private readonly logger = new Logger('Doorbell');

  constructor(private readonly modules: ModuleRef) {}

  /** Never throws, and never waits long: the work is safe in its row. One job per `id` waits at a time. */
  async ring<Name extends QueueName>(name: Name, id: string, payload: Jobs[Name]): Promise<void> {
    const queue = this.modules.get<Queue>(getQueueToken(name), { strict: false });
    const options = { jobId: id, removeOnComplete: true, removeOnFail: true };
    const timeout = AbortSignal.timeout(RING_TIMEOUT_MS);
    try {
      await Promise.race([queue.add(name, payload, options), aborted(timeout)]);
    } catch (error) {
      this.logger.warn(`The queue ${name} did not take ${id}; the sweep will ring again: ${String(error)}`);
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}
