import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { onBehalfOf } from '../common/trace.js';
import type { Reason, ReasonCode } from './reason.js';
import type { Run } from './run.entity.js';

/**
 * How long a worker holds a run without renewing; after this another one may go on with it. By the database's clock. Long
 * enough for a machine that stands still for a while: taking a run from the living asks the AI twice.
 */
const CLAIM_SECONDS = 10;
/** How often a living worker renews its claim. */
export const RENEW_MS = 2000;

/** Characters of a technical reason that is kept. */
const DETAIL_MAX = 2000;
/** Characters of a sentence or a technical reason in an event, which holds at most 8 kB. */
const SAID_MAX = 1000;

/** The claim was taken over, or the run is gone: whatever this worker knows must not be written. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** One kind of run: its table, and how its progress is announced. */
export interface RunKind<R extends Run> {
  entity: EntityTarget<R>;
  announce(manager: EntityManager, run: R): Promise<void>;
}

/** Takes the run for this worker; `null` when it has ended or another worker is at it. */
export function claimRun<R extends Run>(db: DataSource, kind: RunKind<R>, runId: string): Promise<R | null> {
  return db.transaction(async (manager) => {
    const { affected } = await manager
      .createQueryBuilder()
      .update(kind.entity)
      .set(changes<R>({ state: 'running', claim: randomUUID(), claimedUntil: until }))
      .where(`id = :runId AND state IN ('queued', 'running')`, { runId })
      .andWhere('("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())')
      .execute();
    if (!affected) return null;
    const run = await manager.findOneByOrFail(kind.entity, { id: runId } as FindOptionsWhere<R>);
    await onBehalfOf(run.requestId, () => kind.announce(manager, run));
    return run;
  });
}

/** @throws ClaimLost */
export async function renewClaim<R extends Run>(db: DataSource, { entity }: RunKind<R>, run: R): Promise<void> {
  const { affected } = await db.manager.update(entity, held(run), changes<R>({ claimedUntil: until }));
  if (!affected) throw new ClaimLost();
}

/** Lets another worker go on at once with a run that has not ended. */
export async function releaseClaim<R extends Run>(db: DataSource, { entity }: RunKind<R>, run: R): Promise<void> {
  await db.manager.update(entity, held(run), changes<R>({ claim: null, claimedUntil: null }));
}

/**
 * Locks the run for the rest of the transaction.
 * @throws ClaimLost when this worker may not write any more
 */
export async function holdRun<R extends Run>(manager: EntityManager, { entity }: RunKind<R>, run: R): Promise<R> {
  const locked = await manager.findOne(entity, { where: held(run), lock: { mode: 'pessimistic_write' } });
  if (!locked) throw new ClaimLost();
  return locked;
}

/** Counts an item of a held run that ended. A skipped one was no longer to be done. */
export async function countItem<R extends Run>(
  manager: EntityManager,
  { entity }: RunKind<R>,
  run: R,
  state: ItemEnd['state'],
): Promise<void> {
  run.done += state === 'done' ? 1 : 0;
  run.failed += state === 'failed' ? 1 : 0;
  run.total -= state === 'skipped' ? 1 : 0;
  const { done, failed, total } = run;
  await manager.update(entity, held(run), changes<R>({ done, failed, total }));
}

/** How an item ended: `done` when it was written, `skipped` when it was no longer to be. */
export type ItemEnd = { state: 'done' } | { state: 'failed' | 'skipped'; reason: Reason };

/** The columns of an item that ended. */
export function endColumns(
  end: ItemEnd,
): { state: ItemEnd['state'] } & Omit<Reason, 'code'> & { code: ReasonCode | null } {
  const { code, message, detail } = end.state === 'done' ? { code: null, message: '', detail: '' } : end.reason;
  return { state: end.state, code, message, detail: detail.slice(0, DETAIL_MAX) };
}

/** Why an item failed, as its event says it. */
export function failureIn(end: ItemEnd): { message?: string; detail?: string } {
  if (end.state !== 'failed') return {};
  const { message, detail } = end.reason;
  return { message: message.slice(0, SAID_MAX), ...(detail && { detail: detail.slice(0, SAID_MAX) }) };
}

/** Ends a held run: it failed when there was something to do and nothing was done. */
export async function endRun<R extends Run>(manager: EntityManager, kind: RunKind<R>, run: R): Promise<void> {
  run.state = run.failed > 0 && run.done === 0 ? 'failed' : 'completed';
  const ended = { state: run.state, claim: null, claimedUntil: null, endedAt: () => 'clock_timestamp()' };
  await manager.update(kind.entity, held(run), changes<R>(ended));
  await kind.announce(manager, run);
}

const until = (): string => `clock_timestamp() + interval '${CLAIM_SECONDS} seconds'`;

function held<R extends Run>({ id, claim }: R): FindOptionsWhere<R> {
  return { id, claim } as FindOptionsWhere<R>;
}

// TypeORM cannot tell that every kind of run has these columns.
function changes<R extends Run>(columns: QueryDeepPartialEntity<Run>): QueryDeepPartialEntity<R> {
  return columns as QueryDeepPartialEntity<R>;
}
