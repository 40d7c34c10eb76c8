import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Ai, AiError, type CaptionDraft } from '../ai/ai.js';
import { CONFIG } from '../common/config.module.js';
import { AppError } from '../common/errors.js';
import type { Config } from '../config.js';
import { isDatabaseDown } from '../database/outage.js';
import { CalmLog } from '../common/calm-log.js';
import { Storage } from '../storage/storage.js';
import { ClaimLost, claimRun, endRun, holdRun, releaseClaim, RENEW_MS, renewClaim } from './caption-claims.js';
import { captionInput, loadSubject, type Subject } from './caption-input.js';
import { CaptionRun, CaptionRunItem } from './caption-run.entity.js';
import { saveCaption, saveFailure, saveSkipped, type Outcome } from './caption-save.js';

/** Time that a stopping worker gives the captions it is at before it hands them back. */
const STOP_GRACE_MS = 5000;
/** How often an image is captioned again because its picture was replaced meanwhile. */
const MAX_REPLACEMENTS = 3;

/** Drafts the captions of a run, one image after the other, and goes on where a dead worker stopped. */
@Injectable()
export class CaptionRunner {
  private readonly logger = new Logger('Captions');
  private readonly renewalLog = new CalmLog(this.logger);
  private readonly stopping = new AbortController();
  private readonly handBack = new AbortController();
  private readonly atWork = new Set<string>();

  constructor(
    private readonly db: DataSource,
    private readonly ai: Ai,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Begins no further image, and hands back those that take too long; then every `run` returns. */
  stop(): void {
    this.stopping.abort();
    setTimeout(() => this.handBack.abort(), STOP_GRACE_MS).unref();
  }

  /**
   * Does what is left of a run; a run that has ended, or that another worker is at, is left alone.
   * @returns `left` when it is for another worker to go on, since this one stops
   */
  async run(runId: string): Promise<'done' | 'left'> {
    if (this.stopping.signal.aborted) return 'left';
    // Its claim may have run out while this machine stood still; it is renewed, not taken over by ourselves.
    if (this.atWork.has(runId)) return 'done';
    this.atWork.add(runId);
    return this.claimAndWork(runId).finally(() => this.atWork.delete(runId));
  }

  private async claimAndWork(runId: string): Promise<'done' | 'left'> {
    const run = await claimRun(this.db, runId);
    if (!run) return 'done';
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.handBack.signal]);
    const renewal = setInterval(() => void this.renew(run, lost), RENEW_MS);
    try {
      return await this.work(run, signal);
    } catch (error) {
      if (!(error instanceof ClaimLost) && !signal.aborted) throw error;
      return this.handBack.signal.aborted ? 'left' : 'done';
    } finally {
      clearInterval(renewal);
      // Where this fails, the claim runs out by itself.
      await releaseClaim(this.db, run).catch(() => undefined);
    }
  }

  private async work(run: CaptionRun, signal: AbortSignal): Promise<'done' | 'left'> {
    const where = { runId: run.id, state: 'waiting' as const };
    const items = await this.db.manager.find(CaptionRunItem, { where, order: { position: 'ASC' } });
    const lanes = Array.from({ length: this.config.captionsPerMoment }, () => this.takeInTurn(run, items, signal));
    const ends = await Promise.allSettled(lanes);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (items.length > 0) return 'left';
    await this.db.transaction(async (manager) => endRun(manager, await holdRun(manager, run)));
    return 'done';
  }

  /** Captions one item after the other until none is left; after a trouble, the other lanes take no further ones either. */
  private async takeInTurn(run: CaptionRun, items: CaptionRunItem[], signal: AbortSignal): Promise<void> {
    try {
      while (items.length > 0 && !this.stopping.signal.aborted) {
        await this.captionItem(run, items.shift()!.imageId, signal);
      }
    } catch (error) {
      items.length = 0;
      throw error;
    }
  }

  private async captionItem(run: CaptionRun, imageId: string, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const subject = await loadSubject(this.db.manager, imageId, run.kind);
      if (!subject) return saveSkipped(this.db, run, imageId);
      if ((await this.caption(run, subject, signal)) === 'ended') return;
      if (attempt < MAX_REPLACEMENTS) continue;
      const message = 'The picture was replaced again and again while its caption was drafted.';
      if ((await saveFailure(this.db, run, subject.image, message)) === 'ended') return;
    }
  }

  private async caption(run: CaptionRun, subject: Subject, signal: AbortSignal): Promise<Outcome> {
    const { image } = subject;
    try {
      const draft: CaptionDraft = await this.ai.caption(await captionInput(this.storage, subject), signal);
      return await saveCaption(this.db, run, image, draft);
    } catch (error) {
      if (error instanceof ClaimLost || signal.aborted || isOutage(error)) throw error;
      if (error instanceof AiError) return saveFailure(this.db, run, image, error.message);
      this.logger.error(error instanceof Error ? error.stack : String(error));
      return saveFailure(this.db, run, image, `The caption of ${image.fileName} could not be drafted.`);
    }
  }

  private async renew(run: CaptionRun, lost: AbortController): Promise<void> {
    try {
      await renewClaim(this.db, run);
    } catch (error) {
      if (error instanceof ClaimLost) lost.abort(error);
      else this.renewalLog.warn(`A claim could not be renewed: ${String(error)}`);
    }
  }
}

// The storage or the database is down: the run waits for it instead of failing image by image.
function isOutage(error: unknown): boolean {
  return isDatabaseDown(error) || (error instanceof AppError && error.getStatus() === 503);
}
