import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { Ai, AiError } from '../ai/ai.js';
import { CONFIG } from '../common/config.module.js';
import { AppError } from '../common/errors.js';
import type { Config } from '../config.js';
import { Storage } from '../storage/storage.js';
import { ClaimLost, claimRun, endItem, endRun, holdRun, releaseClaim, RENEW_MS, renewClaim } from './caption-claims.js';
import { captionInput, loadSubject, type Subject } from './caption-input.js';
import { CaptionRun, CaptionRunItem } from './caption-run.entity.js';
import { saveCaption } from './caption-save.js';
import { lockMoment } from '../moments/settle.js';

/** Time that a stopping worker gives the captions it is at before it hands them back. */
const STOP_GRACE_MS = 5000;
/** How often an image is captioned again because its picture was replaced meanwhile. */
const MAX_REPLACEMENTS = 3;

/** Drafts the captions of a run, one image after the other, and goes on where a dead worker stopped. */
@Injectable()
export class CaptionRunner implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Captions');
  private readonly stop = new AbortController();
  private readonly handBack = new AbortController();

  constructor(
    private readonly db: DataSource,
    private readonly ai: Ai,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  beforeApplicationShutdown(): void {
    this.stop.abort();
    setTimeout(() => this.handBack.abort(), STOP_GRACE_MS).unref();
  }

  /** Does what is left of a run; a run that has ended, or that another worker is at, is left alone. */
  async run(runId: string): Promise<void> {
    const run = await claimRun(this.db, runId);
    if (!run) return;
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.handBack.signal]);
    const renewal = setInterval(() => void renewClaim(this.db, run).catch((error) => this.onLost(error, lost)), RENEW_MS);
    try {
      await this.work(run, signal);
    } catch (error) {
      if (!(error instanceof ClaimLost) && !signal.aborted) throw error;
    } finally {
      clearInterval(renewal);
      lost.abort();
      await releaseClaim(this.db, run);
    }
  }

  private async work(run: CaptionRun, signal: AbortSignal): Promise<void> {
    const where = { runId: run.id, state: 'waiting' as const };
    const items = await this.db.manager.find(CaptionRunItem, { where, order: { position: 'ASC' } });
    const lane = pLimit(this.config.captionsPerMoment);
    await Promise.all(items.map((item) => lane(() => this.captionItem(run, item, signal))));
    if (this.stop.signal.aborted) return;
    await this.db.transaction(async (manager) => {
      await lockMoment(manager, run.momentId);
      await endRun(manager, await holdRun(manager, run));
    });
  }

  private async captionItem(run: CaptionRun, { imageId }: CaptionRunItem, signal: AbortSignal): Promise<void> {
    if (this.stop.signal.aborted) return;
    for (let attempt = 1; attempt <= MAX_REPLACEMENTS; attempt += 1) {
      const subject = await loadSubject(this.db.manager, imageId, run.kind);
      const outcome = subject ? await this.draft(run, subject, signal) : 'gone';
      if (outcome === 'gone') await this.end(run, { imageId, state: 'skipped' });
      if (outcome !== 'replaced') return;
    }
    const message = 'The picture was replaced again and again while its caption was drafted.';
    await this.end(run, { imageId, state: 'failed', message });
  }

  private async draft(run: CaptionRun, subject: Subject, signal: AbortSignal): Promise<'ended' | 'gone' | 'replaced'> {
    const { image } = subject;
    try {
      const draft = await this.ai.caption(await captionInput(this.storage, subject), signal);
      return await saveCaption(this.db, run, image, draft);
    } catch (error) {
      if (error instanceof ClaimLost || signal.aborted || isUnavailable(error)) throw error;
      if (!(error instanceof AiError)) this.logger.error(error instanceof Error ? error.stack : String(error));
      const message = error instanceof AiError ? error.message : 'The caption could not be drafted.';
      await this.end(run, { imageId: image.id, state: 'failed', message });
      return 'ended';
    }
  }

  private end(run: CaptionRun, item: Parameters<typeof endItem>[2]): Promise<void> {
    return this.db.transaction(async (manager) => {
      await lockMoment(manager, run.momentId);
      await endItem(manager, await holdRun(manager, run), item);
    });
  }

  private onLost(error: unknown, lost: AbortController): void {
    if (error instanceof ClaimLost) lost.abort(error);
    else this.logger.warn(`A claim could not be renewed: ${String(error)}`);
  }
}

// The storage or the database is down: the run waits for it instead of failing image by image.
function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.getStatus() === 503;
}
