import { randomUUID } from 'node:crypto';
import type { Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { RUN_KINDS, type ProgressEvents } from '../contract/runs.js';
import { renewRegularly } from '../platform/queue/renewal.js';
import { publish } from '../platform/events/publish.js';
import { onBehalfOf } from '../platform/http/request-id.js';
import { shortenSentence } from '../platform/sanitize-text.js';
import { reason, type Reason } from './reason.js';
import { countsOf, Run, RunItem } from './run.entity.js';
import type { ItemEnd, RunKind } from './run-kind.js';

/*
 * The lease of a run and BullMQ's lock on its job (`platform/queue/jobs.ts`) cover different failures. The lease
 * decides which worker may write. It survives the loss of the queue's data, and fences a worker that was frozen or
 * cut off and still believes that it has the job: each write names the lease, and fails if another worker has it. The
 * sweep enqueues the run of a dead worker again when its lease has expired. BullMQ's lock covers a worker that got a
 * job but died before it leased the run, or did not receive the queue's answer. The sweep cannot help there: the
 * queue refuses a second job of the same id.
 */

/**
 * Seconds after which a lease expires unless it is renewed, by the database's clock. Long enough to survive a machine
 * that freezes for a few seconds, since two workers on one run would call the AI twice.
 */
const LEASE_SECONDS = 9;
const RENEW_MS = 2000;

const FOR_UPDATE = { mode: 'pessimistic_write' } as const;

/**
 * Minutes until a run that could not save its results is resumed, by the number of such stops; after the last one it
 * fails.
 */
const STOP_MINUTES = [1, 2, 5, 15];

const INTERRUPTED = reason(
  'INTERRUPTED',
  'It was interrupted, and it is not known whether it took effect. Please check before you try again.',
);

/** Another worker has the run now, or it was deleted: this worker must not write any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Leases a run; `null` if it has ended or another worker has leased it. */
export function leaseRun(db: DataSource, kind: RunKind, runId: string): Promise<Run | null> {
  return db.transaction(async (manager) => {
    const { affected } = await manager
      .createQueryBuilder()
      .update(Run)
      .set({ state: 'running', lease: randomUUID(), leasedUntil: leaseEnd, notBefore: null })
      .where(`id = :runId AND kind = :kind AND state IN ('queued', 'running')`, { runId, kind: kind.name })
      .andWhere('("leasedUntil" IS NULL OR "leasedUntil" < clock_timestamp())')
      .execute();
    if (!affected) return null;
    const run = await manager.findOneByOrFail(Run, { id: runId });
    await onBehalfOf(run.requestId, () => publishProgress(manager, kind, run));
    return run;
  });
}

/** Renews a lease every 2 s until the returned function is called; calls `onLost` if another worker has it. */
export function renewLeaseUntilStopped(
  db: DataSource,
  run: Run,
  logger: Logger,
  onLost: (error: LeaseLost) => void,
): () => void {
  const renew = async (): Promise<void> => {
    const { affected } = await db.manager.update(Run, whereLeased(run), { leasedUntil: leaseEnd });
    if (!affected) onLost(new LeaseLost());
  };
  return renewRegularly(renew, { everyMs: RENEW_MS, what: `run ${run.id}`, logger });
}

/** Releases the lease of a run that has not ended, so that a worker continues at once or when the next item is due. */
export async function releaseLease(db: DataSource, run: Run): Promise<void> {
  const nextAttempt = `(SELECT CASE WHEN count(*) = count("notBefore") THEN min("notBefore") END
    FROM run_items WHERE "runId" = runs."id" AND "state" = 'waiting')`;
  await db.manager.update(Run, whereLeased(run), { lease: null, leasedUntil: null, notBefore: () => nextAttempt });
}

/**
 * Releases a run that could not save its results, to be resumed after a pause (`STOP_MINUTES`), or fails it after the
 * last pause.
 */
export async function stopRun(db: DataSource, kind: RunKind, run: Run): Promise<void> {
  const stops = run.stops + 1;
  if (stops > STOP_MINUTES.length) return endRun(db, kind, run, 'failed');
  const notBefore = () => `clock_timestamp() + interval '${STOP_MINUTES[stops - 1]} minutes'`;
  await db.manager.update(Run, whereLeased(run), { stops, lease: null, leasedUntil: null, notBefore });
}

/**
 * Locks the run's subject for the rest of the transaction: the first step of every transaction in which a run writes.
 * @throws LeaseLost when the subject was deleted, and its runs with it
 */
export async function requireSubject(
  manager: EntityManager,
  { subject }: RunKind,
  { subjectId: id }: Run,
): Promise<void> {
  const found = await manager.findOne(subject, { where: { id }, select: { id: true }, lock: FOR_UPDATE });
  if (!found) throw new LeaseLost();
}

/** Locks the subject and then the run. @throws LeaseLost if this worker may not write any more */
export async function lockRun(manager: EntityManager, kind: RunKind, run: Run): Promise<Run> {
  await requireSubject(manager, kind, run);
  return lockLeased(manager, run);
}

async function lockLeased(manager: EntityManager, run: Run): Promise<Run> {
  const locked = await manager.findOne(Run, { where: whereLeased(run), lock: FOR_UPDATE });
  if (!locked) throw new LeaseLost();
  return locked;
}

/**
 * Ends an item and publishes the run's progress, or schedules the item's next attempt. The subject must be locked.
 * @returns whether it ended, or when its next attempt is due
 * @throws LeaseLost when this worker may not write any more; then the transaction must not commit
 */
export async function endItem(
  manager: EntityManager,
  kind: RunKind,
  run: Run,
  item: RunItem,
  end: ItemEnd,
): Promise<'ended' | 'retryNow' | 'retryLater'> {
  if (end.state === 'retry' && item.attempts + 1 < kind.attempts) {
    const afterSeconds = kind.backoffSeconds?.(item.attempts + 1) ?? 0;
    await retryItem(manager, run, item, afterSeconds);
    return afterSeconds > 0 ? 'retryLater' : 'retryNow';
  }
  const state = end.state === 'retry' ? 'failed' : end.state;
  const failure: Reason | null = end.state === 'done' ? null : end.reason;
  const counted = await lockLeased(manager, run);
  counted.count(state);
  const { total, done, failed } = counted;
  await manager.update(Run, whereLeased(run), { total, done, failed });
  const { code, message, detail } = failure ?? { code: null, message: '', detail: '' };
  await manager.update(RunItem, whereItem(item), { state, code, message, detail });
  item.state = state;
  await publishProgress(manager, kind, counted, item.key, state === 'failed' ? failure : null);
  return 'ended';
}

/**
 * Whether an earlier attempt to save an item was committed. Updates `item.state`.
 * @throws LeaseLost if the item was deleted
 */
export async function hasEnded(manager: EntityManager, item: RunItem): Promise<boolean> {
  const row = await manager.findOneBy(RunItem, whereItem(item));
  if (!row) throw new LeaseLost();
  item.state = row.state;
  return row.state !== 'waiting' && row.state !== 'running';
}

async function retryItem(manager: EntityManager, run: Run, item: RunItem, afterSeconds: number): Promise<void> {
  const { affected } = await manager.update(Run, whereLeased(run), { leasedUntil: leaseEnd });
  if (!affected) throw new LeaseLost();
  item.attempts += 1;
  const due = () => `clock_timestamp() + interval '${Number(afterSeconds)} seconds'`;
  const notBefore = afterSeconds > 0 ? due : null;
  await manager.update(RunItem, whereItem(item), { state: 'waiting', attempts: item.attempts, notBefore });
}

/** Records an item as running, before work that must happen at most once. @throws LeaseLost */
export async function beginItem(db: DataSource, run: Run, item: RunItem): Promise<void> {
  await db.transaction(async (manager) => {
    const { affected } = await manager.update(Run, whereLeased(run), { leasedUntil: leaseEnd });
    if (!affected) throw new LeaseLost();
    await manager.update(RunItem, whereItem(item), { state: 'running' });
  });
}

/** Fails the items that were running when their worker died, because it is not known whether they took effect. */
export async function failInterrupted(db: DataSource, kind: RunKind, run: Run): Promise<void> {
  const items = await db.manager.findBy(RunItem, { runId: run.id, state: 'running' });
  for (const item of items) {
    await db.transaction(async (manager) => {
      await requireSubject(manager, kind, run);
      await endItem(manager, kind, run, item, { state: 'failed', reason: INTERRUPTED });
    });
  }
}

/**
 * Ends a run whose items have all ended: `failed` if some failed and none was done, otherwise `completed`.
 * @param state overrides this
 * @throws LeaseLost
 */
export async function endRun(db: DataSource, kind: RunKind, leasedRun: Run, state?: 'failed'): Promise<void> {
  await db.transaction(async (manager) => {
    const run = await lockRun(manager, kind, leasedRun);
    run.state = state ?? (run.failed > 0 && run.done === 0 ? 'failed' : 'completed');
    const ended = { state: run.state, lease: null, leasedUntil: null, endedAt: () => 'clock_timestamp()' };
    await manager.update(Run, whereLeased(run), ended);
    await kind.ended?.(manager, run);
    await publishProgress(manager, kind, run);
  });
}

/** Publishes the progress of a run, with the item that has just ended and the reason of its failure, if any. */
export function publishProgress(
  manager: EntityManager,
  kind: RunKind,
  run: Pick<Run, 'id' | 'subjectId' | 'state' | 'total' | 'done' | 'failed'>,
  itemKey?: string,
  failure?: Reason | null,
): Promise<void> {
  const { event, subject, item } = RUN_KINDS[kind.name];
  const names = { [subject]: run.subjectId, ...(itemKey && { [item]: itemKey }) };
  // The type of the catalogue has checked that the names fit.
  const payload = {
    ...names,
    ...countsOf(run),
    ...(failure && failureFields(failure)),
  } as ProgressEvents[typeof event];
  return publish(manager, event, payload);
}

const leaseEnd = (): string => `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

function whereLeased({ id, lease }: Run): { id: string; lease: string } {
  return { id, lease: lease! };
}

function whereItem({ runId, key }: RunItem): { runId: string; key: string } {
  return { runId, key };
}

function failureFields({ message, detail }: Reason): Partial<Pick<Reason, 'message' | 'detail'>> {
  return { message, ...(detail && { detail: shortenSentence(detail) }) };
}
