import type { EntityManager } from 'typeorm';
import type { CaptionProgress } from '../contract/events.js';
import { prepared } from '../database/prepared.js';
import { announce } from '../realtime/announcements.js';
import { ClaimLost, endColumns, failureIn, holdRun, type ItemEnd, type RunKind } from '../runs/claims.js';
import { CaptionRun } from './caption-run.entity.js';

/** Caption runs, as claims know them. */
export const CAPTION_RUNS: RunKind<CaptionRun> = {
  entity: CaptionRun,
  announce: (manager, run) => announce(manager, 'captions.progress', progressOf(run)),
};

const LOCK_MOMENT = prepared('lock moment of run', 'SELECT FROM moments WHERE "id" = $1 FOR UPDATE');

/** Locks a run's moment for the rest of the transaction, as whoever changes an image does first. */
export async function lockMomentOf(manager: EntityManager, { momentId }: CaptionRun): Promise<void> {
  await manager.query(LOCK_MOMENT, [momentId]);
}

/**
 * Locks the run for the rest of the transaction; its moment first.
 * @throws ClaimLost when this worker may not write any more
 */
export async function holdCaptionRun(manager: EntityManager, run: CaptionRun): Promise<CaptionRun> {
  await lockMomentOf(manager, run);
  return holdRun(manager, CAPTION_RUNS, run);
}

// In one round trip, for each image of each run comes by here.
const END_ITEM = prepared(
  'end caption run item',
  `
  WITH item AS (UPDATE caption_run_items SET "state" = $3, "code" = $6, "message" = $4, "detail" = $7 WHERE "runId" = $1 AND "imageId" = $2)
  UPDATE caption_runs SET
    "done" = "done" + ($3::text = 'done')::int,
    "failed" = "failed" + ($3::text = 'failed')::int,
    "total" = "total" - ($3::text = 'skipped')::int
  WHERE "id" = $1 AND "claim" = $5
  RETURNING "state", "total", "done", "failed"`,
);

/**
 * Counts an image of a run as ended, and announces it. The run's moment must be locked.
 * @throws ClaimLost when this worker may not write any more; then the transaction must not commit
 */
export async function endItem(manager: EntityManager, run: CaptionRun, imageId: string, end: ItemEnd): Promise<void> {
  const { state, code, message, detail } = endColumns(end);
  const [[counted]] = await manager.query<[Pick<CaptionRun, 'state' | 'total' | 'done' | 'failed'>[], number]>(
    END_ITEM,
    [run.id, imageId, state, message, run.claim, code, detail],
  );
  if (!counted) throw new ClaimLost();
  const progress = progressOf({ ...run, ...counted });
  await announce(manager, 'captions.progress', { ...progress, imageId, ...failureIn(end) });
}

export function progressOf({ momentId, id, state, total, done, failed }: CaptionRun): CaptionProgress {
  return { momentId, runId: id, state, total, done, failed };
}
