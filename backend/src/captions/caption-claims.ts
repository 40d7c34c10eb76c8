import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { CaptionProgress } from '../contract/events.js';
import { Moment } from '../moments/moment.entity.js';
import { announce } from '../realtime/announcements.js';
import { CaptionRun, type CaptionItemState } from './caption-run.entity.js';

/**
 * How long a worker holds a run without renewing; after this another one may go on with it. By the database's clock. Long
 * enough for a machine that stands still for a while: taking a run from the living asks the AI twice.
 */
const CLAIM_SECONDS = 10;
/** Characters of a reason in an event, which holds at most 8 kB. */
const REASON_MAX = 1000;
/** How often a living worker renews its claim. */
export const RENEW_MS = 2000;

/** The claim was taken over, or the run is gone with its moment: whatever this worker knows must not be written. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Takes the run for this worker; `null` when it has ended or another worker is at it. */
export async function claimRun(db: DataSource, runId: string): Promise<CaptionRun | null> {
  return db.transaction(async (manager) => {
    const { affected } = await manager
      .createQueryBuilder()
      .update(CaptionRun)
      .set({ state: 'running', claim: randomUUID(), claimedUntil: until })
      .where(`id = :runId AND state IN ('queued', 'running')`, { runId })
      .andWhere('("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())')
      .execute();
    if (!affected) return null;
    const run = await manager.findOneByOrFail(CaptionRun, { id: runId });
    await announce(manager, 'captions.progress', progressOf(run));
    return run;
  });
}

/** @throws ClaimLost */
export async function renewClaim(db: DataSource, { id, claim }: CaptionRun): Promise<void> {
  const { affected } = await db.manager.update(CaptionRun, { id, claim: claim! }, { claimedUntil: until });
  if (!affected) throw new ClaimLost();
}

/** Lets another worker go on at once with a run that has not ended. */
export async function releaseClaim(db: DataSource, { id, claim }: CaptionRun): Promise<void> {
  await db.manager.update(CaptionRun, { id, claim: claim! }, { claim: null, claimedUntil: null });
}

/**
 * Locks the run for the rest of the transaction; its moment first, as whoever changes an image does.
 * @throws ClaimLost when this worker may not write any more
 */
export async function holdRun(manager: EntityManager, { id, momentId, claim }: CaptionRun): Promise<CaptionRun> {
  const lock = { mode: 'pessimistic_write' } as const;
  await manager.findOne(Moment, { where: { id: momentId }, lock });
  const run = await manager.findOne(CaptionRun, { where: { id, claim: claim! }, lock });
  if (!run) throw new ClaimLost();
  return run;
}

/** How an image of a run ended. A skipped one was no longer to be captioned. */
export interface EndedItem {
  imageId: string;
  state: Exclude<CaptionItemState, 'waiting'>;
  message?: string;
}

/** Counts an image of a held run as ended, and announces it. */
export async function endItem(manager: EntityManager, run: CaptionRun, item: EndedItem): Promise<void> {
  const { imageId, state, message = '' } = item;
  await manager.query(
    'UPDATE caption_run_items SET "state" = $3, "message" = $4 WHERE "runId" = $1 AND "imageId" = $2',
    [run.id, imageId, state, message],
  );
  run.done += state === 'done' ? 1 : 0;
  run.failed += state === 'failed' ? 1 : 0;
  run.total -= state === 'skipped' ? 1 : 0;
  await manager.update(CaptionRun, { id: run.id }, { done: run.done, failed: run.failed, total: run.total });
  await announce(manager, 'captions.progress', { ...progressOf(run), imageId, ...reasonOf(item) });
}

/** Ends a held run: it failed when there was something to do and nothing was done. */
export async function endRun(manager: EntityManager, run: CaptionRun): Promise<void> {
  run.state = run.failed > 0 && run.done === 0 ? 'failed' : 'completed';
  const ended = { state: run.state, claim: null, claimedUntil: null, endedAt: () => 'clock_timestamp()' };
  await manager.update(CaptionRun, { id: run.id }, ended);
  await announce(manager, 'captions.progress', progressOf(run));
}

function reasonOf({ state, message }: EndedItem): Pick<CaptionProgress, 'message'> {
  return state === 'failed' && message ? { message: message.slice(0, REASON_MAX) } : {};
}

export function progressOf({ momentId, id, state, total, done, failed }: CaptionRun): CaptionProgress {
  return { momentId, runId: id, state, total, done, failed };
}

const until = (): string => `clock_timestamp() + interval '${CLAIM_SECONDS} seconds'`;
