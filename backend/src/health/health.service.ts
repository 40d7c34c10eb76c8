import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pendingMigrations } from '../database/pending-migrations.js';
import { withDeadline } from '../platform/async/end-early.js';
import { AppError } from '../platform/http/errors.js';
import type { ReadyView } from '../contract/server.js';
import { messageOf } from '../platform/operator-error.js';
import { Queues } from '../platform/queue/queues.js';
import { Storage } from '../platform/storage/storage.js';

/** Shorter than a load balancer's: a dependency that does not answer is down. */
const TIMEOUT_MS = 3000;

const QUEUE_DOWN = 'The queue cannot be reached right now, so captions and suggestions wait.';

/** How long an answer is reused. */
const FRESH_MS = 1000;

/** Whether the process can work. Without the database nothing does: it is not ready. Without the rest it is degraded. */
@Injectable()
export class HealthService {
  private answer: Promise<ReadyView> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
    private readonly queues: Queues,
  ) {}

  /**
   * Checks every dependency of the process, once for all calls until a second after the answer.
   * @throws AppError 503 while the database does not answer, or takes no changes
   */
  ready(): Promise<ReadyView> {
    this.answer ??= this.check().finally(() => {
      setTimeout(() => (this.answer = undefined), FRESH_MS).unref();
    });
    return this.answer;
  }

  private async check(): Promise<ReadyView> {
    const [database, queue, storage] = await Promise.all([
      this.checkDatabase(),
      this.queues.isUp(),
      this.checkStorage(),
    ]);
    if (database !== 'up') throw new AppError(503, 'DATABASE_UNAVAILABLE', database);
    const checks: ReadyView['checks'] = { database, queue: queue ? 'up' : 'down', storage: storage ? 'down' : 'up' };
    const problems = [...(queue ? [] : [QUEUE_DOWN]), ...(storage ? [storage] : [])];
    return problems.length > 0 ? { status: 'degraded', checks, problems } : { status: 'ok', checks };
  }

  /** `up`, or a sentence that says what is wrong. @throws AppError 503 while migrations are pending */
  private async checkDatabase(): Promise<'up' | string> {
    const query = this.db.query<[{ readOnly: boolean }]>(
      `SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
    );
    const answers = Promise.all([query, pendingMigrations(this.db)]);
    const [state, pending] = await withDeadline(answers, TIMEOUT_MS, new Error('No answer in time.')).catch(() => []);
    if (!state || !pending) return 'The database cannot be reached right now.';
    if (pending.length > 0) throw migrationsPending(pending.length);
    return state[0].readOnly ? 'The database takes no changes right now.' : 'up';
  }

  /** A sentence that says what is wrong, such as a full storage or a refused key; `null` when it can be used. */
  private async checkStorage(): Promise<string | null> {
    try {
      await withDeadline(this.storage.check(), TIMEOUT_MS, new Error('The storage does not answer right now.'));
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }
}

function migrationsPending(count: number): AppError {
  const lacks = count === 1 ? '1 migration' : `${count} migrations`;
  return new AppError(503, 'MIGRATIONS_PENDING', `The database lacks ${lacks} of this version: run them first.`);
}
