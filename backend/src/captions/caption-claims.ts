import type { EntityManager } from 'typeorm';
import type { CaptionProgress } from '../contract/events.js';
import { announce } from '../realtime/announcements.js';
import { count, holdRun, toldReason, type RunKind } from '../runs/claims.js';
import { CaptionRun, type CaptionItemState } from './caption-run.entity.js';

/** Caption runs, as claims know them. */
export const CAPTION_RUNS: RunKind<CaptionRun> = {
  entity: CaptionRun,
  announce: (manager, run) => announce(manager, 'captions.progress', progressOf(run)),
};

/**
 * Locks the run for the rest of the transaction; its moment first, as whoever changes an image does.
 * @throws ClaimLost when this worker may not write any more
 */
export async function holdCaptionRun(manager: EntityManager, run: CaptionRun): Promise<CaptionRun> {
  await manager.query('SELECT FROM moments WHERE "id" = $1 FOR UPDATE', [run.momentId]);
  return holdRun(manager, CAPTION_RUNS, run);
}

/** How an image of a run ended. A skipped one was no longer to be captioned. */
export interface EndedItem {
  imageId: string;
  state: Exclude<CaptionItemState, 'waiting'>;
  message?: string;
}

// Both in one round trip.
const END_ITEM = `
  WITH ended AS (UPDATE caption_run_items SET "state" = $3, "message" = $4 WHERE "runId" = $1 AND "imageId" = $2)
  UPDATE caption_runs SET "done" = $5, "failed" = $6, "total" = $7 WHERE "id" = $1`;

/** Counts an image of a held run as ended, and announces it. */
export async function endItem(manager: EntityManager, run: CaptionRun, item: EndedItem): Promise<void> {
  const { imageId, state, message = '' } = item;
  count(run, state);
  await manager.query(END_ITEM, [run.id, imageId, state, message, run.done, run.failed, run.total]);
  await announce(manager, 'captions.progress', { ...progressOf(run), imageId, ...toldReason(state, message) });
}

export function progressOf({ momentId, id, state, total, done, failed }: CaptionRun): CaptionProgress {
  return { momentId, runId: id, state, total, done, failed };
}
