import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Ai, type CaptionDraft } from '../ai/ai.js';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { draftSeconds } from '../metrics/metrics.js';
import { ClaimLost, endRun } from '../runs/claims.js';
import { isOutage } from '../runs/outage.js';
import { reason } from '../runs/reason.js';
import { reasonOf } from '../runs/reason-of.js';
import { RunKeeper, type RunOutcome } from '../runs/run-keeper.js';
import { Storage } from '../storage/storage.js';
import { CAPTION_RUNS, holdCaptionRun } from './caption-claims.js';
import { captionInput, loadSubject, type Subject } from './caption-input.js';
import { CaptionRunItem, type CaptionRun } from './caption-run.entity.js';
import { refusalOf, saveCaption, saveEnd, saveFailure, type Outcome } from './caption-save.js';

/** How often an image is captioned whose picture is replaced meanwhile. */
const MAX_ATTEMPTS = 3;
const REPLACED = reason('IMAGE_CHANGED', 'The picture was replaced again and again while its caption was drafted.');

/** Drafts the captions of a run, one image after the other, and goes on where a dead worker stopped. */
@Injectable()
export class CaptionRunner {
  private readonly logger = new Logger('Captions');
  private readonly keeper: RunKeeper<CaptionRun>;

  constructor(
    private readonly db: DataSource,
    private readonly ai: Ai,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.keeper = new RunKeeper(db, CAPTION_RUNS, this.logger);
  }

  /** Begins no further image, and hands back those that take too long; then every `run` returns. */
  stop(): void {
    this.keeper.stop();
  }

  /**
   * Does what is left of a run; a run that has ended, or that another worker is at, is left alone.
   * @returns `left` when it is for another worker to go on, since this one stops
   */
  run(runId: string): Promise<RunOutcome> {
    return this.keeper.keep(runId, (run, signal) => this.work(run, signal));
  }

  private async work(run: CaptionRun, signal: AbortSignal): Promise<RunOutcome> {
    const where = { runId: run.id, state: 'waiting' as const };
    const items = await this.db.manager.find(CaptionRunItem, { where, order: { position: 'ASC' } });
    const lanes = Array.from({ length: this.config.captionsPerMoment }, () => this.takeInTurn(run, items, signal));
    const ends = await Promise.allSettled(lanes);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (items.length > 0) return 'left';
    await this.db.transaction(async (manager) => endRun(manager, CAPTION_RUNS, await holdCaptionRun(manager, run)));
    return 'done';
  }

  /** Captions one item after the other until none is left; after a trouble, the other lanes take no further ones either. */
  private async takeInTurn(run: CaptionRun, items: CaptionRunItem[], signal: AbortSignal): Promise<void> {
    try {
      while (items.length > 0 && !this.keeper.isStopping) {
        await this.captionItem(run, items.shift()!.imageId, signal);
      }
    } catch (error) {
      items.length = 0;
      throw error;
    }
  }

  private async captionItem(run: CaptionRun, imageId: string, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const subject = await loadSubject(this.db.manager, imageId);
      const refusal = refusalOf(run, subject?.image ?? null);
      if (!subject || refusal) return saveEnd(this.db, run, imageId, { state: 'skipped', reason: refusal! });
      if ((await this.caption(run, subject, signal)) === 'ended') return;
    }
    await saveEnd(this.db, run, imageId, { state: 'failed', reason: REPLACED });
  }

  private async caption(run: CaptionRun, subject: Subject, signal: AbortSignal): Promise<Outcome> {
    const { image } = subject;
    const measure = draftSeconds.startTimer({ queue: 'captions' });
    try {
      const draft: CaptionDraft = await this.ai.caption(await captionInput(this.storage, subject), signal);
      const outcome = await saveCaption(this.db, run, image, draft);
      measure({ outcome: 'done' });
      return outcome;
    } catch (error) {
      if (error instanceof ClaimLost || signal.aborted || isOutage(error)) throw error;
      measure({ outcome: 'failed' });
      const what = `The caption of ${image.fileName}`;
      const where = `image ${image.id}, run ${run.id}`;
      return saveFailure(this.db, run, image, reasonOf(error, { what, where, logger: this.logger }));
    }
  }
}
