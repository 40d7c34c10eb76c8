import { Injectable } from '@nestjs/common';
import {
  concatMap,
  filter,
  firstValueFrom,
  interval,
  merge,
  of,
  takeUntil,
  throwIfEmpty,
  timer,
  type Observable,
} from 'rxjs';
import { DataSource, In, Raw, type EntityManager } from 'typeorm';
import { RUN_KINDS } from '../contract/runs.js';
import { isRunActive, RUN_STATES } from '../contract/statuses.js';
import { EventSubscriber } from '../platform/events/event-subscriber.js';
import { AppError } from '../platform/http/errors.js';
import { currentRequestId } from '../platform/http/request-id.js';
import { Queues } from '../platform/queue/queues.js';
import type { RunKind } from './run-kind.js';
import { publishProgress } from './run-lease.js';
import { Run, RunItem } from './run.entity.js';

/** Condition: runs that have not ended. */
export const ACTIVE = In(RUN_STATES.filter(isRunActive));

/**
 * For how many minutes an ended run counts as recent, so that a page that was disconnected can still show how it
 * ended.
 */
const RECENT_MINUTES = 10;
const RECENT_MAX = 100;

/** Interval at which a waiting request reads its run, in case the event of its end was missed. */
const POLL_MS = 1000;
/** How long a request waits for a run, in minutes; browsers and proxies time out about then. */
const WAIT_MINUTES = 5;

/** A run that is to be started. */
interface NewRun<Payload, ItemPayload> {
  subjectId: string;
  payload: Payload;
  /** In the order of the work. */
  items: { key: string; payload?: ItemPayload }[];
}

/** A run with its items, in their order. */
export interface RunWithItems<Payload extends object = object, ItemPayload extends object = object> {
  run: Run<Payload>;
  items: RunItem<ItemPayload>[];
}

/** Starts runs, which workers process, and reads them. */
@Injectable()
export class RunsService {
  constructor(
    private readonly db: DataSource,
    private readonly queues: Queues,
    private readonly subscriber: EventSubscriber,
  ) {}

  /**
   * Starts a run, and enqueues it after the commit.
   * @param change called in a transaction; creates the run with `create`, or returns an active one
   */
  async start<Payload extends object>(
    change: (manager: EntityManager) => Promise<Run<Payload>>,
  ): Promise<Run<Payload>> {
    const run = await this.db.transaction(change);
    void this.queues.enqueue(run.kind, run.id, { runId: run.id });
    return run;
  }

  /** Inserts a run and publishes its start, in the transaction of `start`. */
  async create<Payload extends object, ItemPayload extends object>(
    manager: EntityManager,
    kind: RunKind<Payload, ItemPayload>,
    { subjectId, payload, items }: NoInfer<NewRun<Payload, ItemPayload>>,
  ): Promise<Run<Payload>> {
    const requestId = currentRequestId();
    const newRun = manager.create(Run, { kind: kind.name, subjectId, payload, total: items.length, requestId });
    const run = (await manager.save(Run, newRun)) as Run<Payload>;
    const rows = items.map(({ key, payload: itemPayload = {} }, position) => ({
      runId: run.id,
      key,
      position,
      payload: itemPayload,
    }));
    await manager.insert(RunItem, rows);
    await publishProgress(manager, kind, run);
    return run;
  }

  /** The active runs of a kind on a subject, oldest first, with their items. */
  findActive<Payload extends object, ItemPayload extends object>(
    manager: EntityManager,
    kind: RunKind<Payload, ItemPayload>,
    subjectId: string,
  ): Promise<RunWithItems<Payload, ItemPayload>[]> {
    return this.find(manager, { kind: kind.name, subjectId, state: ACTIVE });
  }

  /**
   * The active and recently ended runs of a kind on a subject, oldest first; if there are none, the last run, if any.
   */
  async findRecent<Payload extends object, ItemPayload extends object>(
    kind: RunKind<Payload, ItemPayload>,
    subjectId: string,
  ): Promise<RunWithItems<Payload, ItemPayload>[]> {
    const { manager } = this.db;
    const subject = { kind: kind.name, subjectId };
    const lately = Raw((column) => `${column} > now() - interval '${RECENT_MINUTES} minutes'`);
    const found = await this.find<Payload, ItemPayload>(manager, [
      { ...subject, state: ACTIVE },
      { ...subject, endedAt: lately },
    ]);
    if (found.length > 0) return found;
    const last = await manager.findOne(Run, { where: subject, order: { createdAt: 'DESC' } });
    return last ? this.find(manager, { id: last.id }) : [];
  }

  /** The last run of a kind on a subject whose payload contains this one; `null` if there was none. */
  async findLast<Payload extends object, ItemPayload extends object>(
    kind: RunKind<Payload, ItemPayload>,
    subjectId: string,
    payload: NoInfer<Payload>,
  ): Promise<RunWithItems<Payload, ItemPayload> | null> {
    const { manager } = this.db;
    const where = { kind: kind.name, subjectId, payload: Raw((column) => `${column} @> :payload`, { payload }) };
    const run = await manager.findOne(Run, { where, order: { createdAt: 'DESC' } });
    const [found = null] = run ? await this.find<Payload, ItemPayload>(manager, { id: run.id }) : [];
    return found;
  }

  /**
   * Waits until a run has ended. The run goes on if the request is aborted.
   * @param disconnected emits when the client has closed the connection
   * @returns `null` if the subject, and the run with it, was deleted meanwhile
   * @throws AppError 503 QUEUE_UNAVAILABLE after 5 minutes, or if the run is still queued and the queue is down
   */
  async waitUntilEnded<Payload extends object, ItemPayload extends object>(
    kind: RunKind<Payload, ItemPayload>,
    runId: string,
    disconnected: Observable<unknown>,
  ): Promise<RunWithItems<Payload, ItemPayload> | null> {
    const read = async (): Promise<RunWithItems<Payload, ItemPayload> | null | 'active'> => {
      const [found = null] = await this.find<Payload, ItemPayload>(this.db.manager, { id: runId });
      if (!found || !isRunActive(found.run.state)) return found;
      if (found.run.state === 'queued' && !(await this.queues.isUp())) throw queueDown(kind);
      return 'active';
    };
    const progress = this.subscriber.on(RUN_KINDS[kind.name].event);
    const end = progress.pipe(filter((event) => event.runId === runId && !isRunActive(event.state)));
    const ended = merge(end, interval(POLL_MS), of(null)).pipe(
      takeUntil(merge(disconnected, timer(WAIT_MINUTES * 60_000))),
      concatMap(read),
      filter((found) => found !== 'active'),
      throwIfEmpty(() => tooLate(kind)),
    );
    return firstValueFrom(ended);
  }

  /** Replaces an item's payload, in the caller's transaction. */
  async updateItem<ItemPayload extends object>(
    manager: EntityManager,
    runId: string,
    key: string,
    payload: ItemPayload,
  ): Promise<void> {
    await manager.update(RunItem, { runId, key }, { payload });
  }

  /** Cancels an active run and skips its waiting items, in the caller's transaction. */
  async cancel(manager: EntityManager, kind: RunKind, runId: string): Promise<void> {
    const run = await manager.findOne(Run, {
      where: { id: runId, state: ACTIVE },
      lock: { mode: 'pessimistic_write' },
    });
    if (!run) return;
    const { affected = 0 } = await manager.update(RunItem, { runId, state: 'waiting' }, { state: 'skipped' });
    const ended = { state: 'cancelled' as const, total: run.total - affected, lease: null, leasedUntil: null };
    await manager.update(Run, { id: runId }, { ...ended, endedAt: () => 'clock_timestamp()' });
    await publishProgress(manager, kind, { ...run, ...ended });
  }

  private async find<Payload extends object, ItemPayload extends object>(
    manager: EntityManager,
    where: object,
  ): Promise<RunWithItems<Payload, ItemPayload>[]> {
    const latest = await manager.find(Run, { where, order: { createdAt: 'DESC' }, take: RECENT_MAX });
    const runs = latest.toReversed();
    const items = await manager.find(RunItem, {
      where: { runId: In(runs.map(({ id }) => id)) },
      order: { position: 'ASC' },
    });
    return runs.map((run) => ({ run, items: items.filter(({ runId }) => runId === run.id) })) as RunWithItems<
      Payload,
      ItemPayload
    >[];
  }
}

function queueDown(kind: RunKind): AppError {
  const message = `${resultOf(kind)} has to wait, since the queue cannot be reached right now. It appears as soon as a worker has drafted it.`;
  return new AppError(503, 'QUEUE_UNAVAILABLE', message, { retryAfterSeconds: 30 });
}

function tooLate(kind: RunKind): AppError {
  const message = `${resultOf(kind)} is not ready after ${WAIT_MINUTES} minutes. It appears as soon as a worker has drafted it.`;
  return new AppError(503, 'QUEUE_UNAVAILABLE', message);
}

function resultOf({ name }: RunKind): string {
  return `The ${RUN_KINDS[name].noun}`;
}
