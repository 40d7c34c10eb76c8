import { randomUUID } from 'node:crypto';
import type { Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { RUN_KINDS, type ProgressEvents } from '../contract/runs.js';
import { renewRegularly } from '../platform/queue/renewal.js';
import { publish } from '../platform/events/publish.js';
import { onBehalfOf } from '../platform/http/request-id.js';
import { shownSentence } from '../platform/outside-text.js';
import { reason, type Reason } from './reason.js';
import { countsOf, Run, RunItem } from './run.entity.js';
import type { ItemEnd, RunKind } from './run-kind.js';

/*
 * A run's lease, and the lock that BullMQ keeps on its job (`platform/queue/jobs.ts`), cover different failures.
 * The lease says who may write. It outlives the queue (whose jobs may be flushed), and fences a worker that was frozen or cut
 * off and still believes that the job is its own: each write names the lease, and fails once it is another's. It is by the
 * lease that the run of a dead worker is resumed: the sweep enqueues it when the lease has expired.
 * The lock covers a job that a worker took and for which it leased no run, because it died in between or because the answer
 * of the queue was lost. The sweep cannot help there: the queue refuses a second job of the same id.
 */

/**
 * How long a worker may work on a run without renewing its lease; after this another one may go on with it. By the
 * database's clock. Long enough for a machine that stands still for a while: two workers on one run ask the AI twice.
 */
const LEASE_SECONDS = 9;
const RENEW_MS = 2000;

const LOCK = { mode: 'pessimistic_write' } as const;

/** Minutes until a run goes on that could not save what it did; after the last of them it fails. */
const STOP_MINUTES = [1, 2, 5, 15];

const INTERRUPTED = reason(
  'INTERRUPTED',
  'It was interrupted, and it is not known whether it took effect. Please check before you try again.',
);

/** Another worker has the run now, or it is gone: what this worker knows must not be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Leases a run that has work left for this worker; `null` when it has ended or another worker is at it. */
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

/** Renews a lease from time to time, until the returned function is called; `onLost` is called when it is lost. */
export function keepLease(db: DataSource, run: Run, logger: Logger, onLost: (error: LeaseLost) => void): () => void {
  const renew = async (): Promise<void> => {
    const { affected } = await db.manager.update(Run, leased(run), { leasedUntil: leaseEnd });
    if (!affected) onLost(new LeaseLost());
  };
  return renewRegularly(renew, { everyMs: RENEW_MS, what: `run ${run.id}`, logger });
}

/** Releases the lease of a run that has not ended, so that a worker continues at once or when the next item is due. */
export async function releaseLease(db: DataSource, run: Run): Promise<void> {
  const nextAttempt = `(SELECT CASE WHEN count(*) = count("notBefore") THEN min("notBefore") END
    FROM run_items WHERE "runId" = runs."id" AND "state" = 'waiting')`;
  await db.manager.update(Run, leased(run), { lease: null, leasedUntil: null, notBefore: () => nextAttempt });
}

/**
 * Counts that a run stopped because what it did could not be saved, and puts it off; the last time it fails. A save of its own,
 * without what could not be saved.
 */
export async function stopRun(db: DataSource, kind: RunKind, run: Run): Promise<void> {
  const stops = run.stops + 1;
  if (stops > STOP_MINUTES.length) return endRun(db, kind, run, 'failed');
  const notBefore = () => `clock_timestamp() + interval '${STOP_MINUTES[stops - 1]} minutes'`;
  await db.manager.update(Run, leased(run), { stops, lease: null, leasedUntil: null, notBefore });
}

/**
 * Locks the subject for the rest of the transaction, as the first step of every change of what a run writes.
 * @throws LeaseLost when the subject was deleted, and its runs with it
 */
export async function requireSubject(
  manager: EntityManager,
  { subject }: RunKind,
  { subjectId: id }: Run,
): Promise<void> {
  const found = await manager.findOne(subject, { where: { id }, select: { id: true }, lock: LOCK });
  if (!found) throw new LeaseLost();
}

/** Locks the subject and then the run. @throws LeaseLost when this worker may not write any more */
export async function lockRun(manager: EntityManager, kind: RunKind, run: Run): Promise<Run> {
  await requireSubject(manager, kind, run);
  return lockLeased(manager, run);
}

async function lockLeased(manager: EntityManager, run: Run): Promise<Run> {
  const locked = await manager.findOne(Run, { where: leased(run), lock: LOCK });
  if (!locked) throw new LeaseLost();
  return locked;
}

/**
 * Ends an item and publishes the run's progress, or records that it is to be tried again. The subject must be locked.
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
  const why: Reason | null = end.state === 'done' ? null : end.reason;
  const counted = await lockLeased(manager, run);
  counted.count(state);
  const { total, done, failed } = counted;
  await manager.update(Run, leased(run), { total, done, failed });
  const { code, message, detail } = why ?? { code: null, message: '', detail: '' };
  await manager.update(RunItem, keyOf(item), { state, code, message, detail });
  item.state = state;
  await publishProgress(manager, kind, counted, item.key, state === 'failed' ? why : null);
  return 'ended';
}

/** Whether an item has ended by an earlier attempt to save it; notes how it did. @throws LeaseLost when it is gone */
export async function hasEnded(manager: EntityManager, item: RunItem): Promise<boolean> {
  const row = await manager.findOneBy(RunItem, keyOf(item));
  if (!row) throw new LeaseLost();
  item.state = row.state;
  return row.state !== 'waiting' && row.state !== 'running';
}

async function retryItem(manager: EntityManager, run: Run, item: RunItem, afterSeconds: number): Promise<void> {
  const { affected } = await manager.update(Run, leased(run), { leasedUntil: leaseEnd });
  if (!affected) throw new LeaseLost();
  item.attempts += 1;
  const due = () => `clock_timestamp() + interval '${Number(afterSeconds)} seconds'`;
  const notBefore = afterSeconds > 0 ? due : null;
  await manager.update(RunItem, keyOf(item), { state: 'waiting', attempts: item.attempts, notBefore });
}

/** Records, before work that must happen at most once, that it is begun. @throws LeaseLost */
export async function beginItem(db: DataSource, run: Run, item: RunItem): Promise<void> {
  await db.transaction(async (manager) => {
    const { affected } = await manager.update(Run, leased(run), { leasedUntil: leaseEnd });
    if (!affected) throw new LeaseLost();
    await manager.update(RunItem, keyOf(item), { state: 'running' });
  });
}

/** Fails the items that a worker had begun which then died: whether they took effect is not known. */
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
 * Ends a run of which nothing is left: it failed when there was something to do and nothing was done.
 * @param state if it is known
 * @throws LeaseLost
 */
export async function endRun(db: DataSource, kind: RunKind, leasedRun: Run, state?: 'failed'): Promise<void> {
  await db.transaction(async (manager) => {
    const run = await lockRun(manager, kind, leasedRun);
    run.state = state ?? (run.failed > 0 && run.done === 0 ? 'failed' : 'completed');
    const ended = { state: run.state, lease: null, leasedUntil: null, endedAt: () => 'clock_timestamp()' };
    await manager.update(Run, leased(run), ended);
    await kind.ended?.(manager, run);
    await publishProgress(manager, kind, run);
  });
}

/** Publishes how far a run is; with the item that has just ended, if one has, and why it failed, if it did. */
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
  const payload = { ...names, ...countsOf(run), ...(failure && inEvent(failure)) } as ProgressEvents[typeof event];
  return publish(manager, event, payload);
}

const leaseEnd = (): string => `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

function leased({ id, lease }: Run): { id: string; lease: string } {
  return { id, lease: lease! };
}

function keyOf({ runId, key }: RunItem): { runId: string; key: string } {
  return { runId, key };
}

function inEvent({ message, detail }: Reason): Partial<Pick<Reason, 'message' | 'detail'>> {
  return { message, ...(detail && { detail: shownSentence(detail) }) };
}
