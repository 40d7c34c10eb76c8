import { getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { withDeadline } from '../common/deadline.js';
import { AppError } from '../common/errors.js';
import type { ErrorCode } from '../contract/errors.js';
import type { Dependency, ReadyView } from '../contract/server.js';
import { QUEUE_NAMES } from '../queue/jobs.js';
import { Storage } from '../storage/storage.js';

/** Less than a load balancer waits: a dependency that hangs is down. */
const PATIENCE_MS = 3000;

/** How long an answer counts: asking writes a file. */
const FRESH_MS = 1000;

/** Without these nothing works. Without the queue only captions and suggestions wait, and are made up for. */
const VITAL: Partial<Record<Dependency, { code: ErrorCode; message: string }>> = {
  database: { code: 'DATABASE_UNAVAILABLE', message: 'The database cannot be reached right now.' },
  storage: { code: 'STORAGE_UNAVAILABLE', message: 'The storage does not answer right now.' },
};

/** Whether the process can work. */
@Injectable()
export class HealthService {
  private queueAnswer: Promise<unknown> | undefined;
  private answer: Promise<ReadyView> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
    @Inject(getQueueToken(QUEUE_NAMES[0])) private readonly queue: Queue,
  ) {}

  /**
   * Asks all that the process depends on, once for all calls until a second after the answer.
   * @throws AppError 503 naming what is down
   */
  ready(): Promise<ReadyView> {
    this.answer ??= this.check().finally(() => {
      setTimeout(() => (this.answer = undefined), FRESH_MS).unref();
    });
    return this.answer;
  }

  // One question at a time: while the queue is away, questions to it pile up until it is back.
  private askQueue(): Promise<unknown> {
    this.queueAnswer ??= this.queue.getJobCounts('waiting').finally(() => (this.queueAnswer = undefined));
    return this.queueAnswer;
  }

  private async check(): Promise<ReadyView> {
    const [database, queue, storage] = await Promise.all([
      answers(this.db.query('SELECT 1')),
      answers(this.askQueue()),
      answers(this.storage.check()),
    ]);
    const checks: ReadyView['checks'] = { database, queue, storage };
    const down = (Object.keys(checks) as Dependency[]).filter((name) => checks[name] === 'down');
    const vital = down.flatMap((name) => VITAL[name] ?? []);
    if (vital[0]) throw new AppError(503, vital[0].code, vital.map(({ message }) => message).join(' '));
    return { status: down.length > 0 ? 'degraded' : 'ok', checks };
  }
}

async function answers(question: Promise<unknown>): Promise<'up' | 'down'> {
  try {
    await withDeadline(question, PATIENCE_MS, new Error('No answer in time.'));
    return 'up';
  } catch {
    return 'down';
  }
}
