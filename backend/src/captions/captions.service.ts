import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { getRowFor } from '../access/look-ups.js';
import type { CaptionRunDetail, CaptionRunStarted, CaptionRunView } from '../contract/captions.js';
import type { ImageView } from '../contract/images.js';
import { missingCaptionFields } from '../contract/image-fields.js';
import { Image } from '../images/image.entity.js';
import { presentImage } from '../images/image.present.js';
import { Moment } from '../moments/moment.entity.js';
import { lockMoment } from '../moments/moment-status.queries.js';
import { conflict, type AppError } from '../platform/http/errors.js';
import { shortenSentence } from '../platform/sanitize-text.js';
import { runError } from '../runs/reason.js';
import { countsOf } from '../runs/run.entity.js';
import { RunsService, type RunWithItems } from '../runs/runs.service.js';
import { CAPTIONS, IMAGE_APPROVED, type CaptionsPayload } from './captions.run.js';

/** Starts runs that draft captions, and reads them. */
@Injectable()
export class CaptionsService {
  constructor(
    private readonly db: DataSource,
    private readonly runs: RunsService,
  ) {}

  /**
   * Starts a run for the missing captions of a moment's images, or returns the active one.
   * @throws AppError 404, 409 ALL_CAPTIONED
   */
  async generate(momentId: string, by: Actor): Promise<CaptionRunStarted> {
    const run = await this.runs.start<CaptionsPayload>(async (manager) => {
      await lockMoment(manager, momentId, by);
      const active = await this.runs.findActive(manager, CAPTIONS, momentId);
      const same = active.find(({ run: { payload } }) => payload.mode === 'missing');
      if (same) return same.run;
      const images = await manager.find(Image, { where: { momentId }, order: { position: 'ASC' } });
      const incomplete = images.filter((image) => missingCaptionFields(image).length > 0);
      if (incomplete.length === 0) throw conflict('ALL_CAPTIONED', 'All images already have captions');
      const items = incomplete.map(({ id }) => ({ key: id }));
      return this.runs.create(manager, CAPTIONS, { subjectId: momentId, payload: { mode: 'missing' }, items });
    });
    return { runId: run.id, total: run.total };
  }

  /**
   * Starts a run that writes an image's caption again, or returns the active one.
   * @param instruction what staff ask the AI for; `''` for nothing
   * @returns the run's id
   * @throws AppError 404, 409 IMAGE_APPROVED, GENERATION_RUNNING while it is being written with another instruction
   */
  async regenerate(imageId: string, instruction: string, by: Actor): Promise<string> {
    const { momentId } = await getRowFor(by, this.db.manager, Image, imageId);
    const run = await this.runs.start<CaptionsPayload>(async (manager) => {
      await lockMoment(manager, momentId, by);
      const image = await getRowFor(by, manager, Image, imageId);
      if (image.status === 'approved') throw conflict('IMAGE_APPROVED', IMAGE_APPROVED.message);
      const active = await this.runs.findActive(manager, CAPTIONS, momentId);
      for (const { run: same, items } of active.filter(({ run: { payload } }) => payload.mode === 'rewrite')) {
        const item = items.find(({ key }) => key === imageId);
        if (!item) continue;
        if (instruction !== '' && instruction !== item.payload.instruction) throw beingWritten();
        return same;
      }
      const items = [{ key: imageId, payload: { instruction } }];
      return this.runs.create(manager, CAPTIONS, { subjectId: momentId, payload: { mode: 'rewrite' }, items });
    });
    return run.id;
  }

  /**
   * Like `regenerate`, but waits until the caption is written. The run goes on if the request is aborted.
   * @throws AppError 404 and 409 if the image was deleted, approved, edited or replaced meanwhile, 422
   * NOTHING_TO_WRITE, 502 AI_FAILED, 503 QUEUE_UNAVAILABLE if it takes too long
   */
  async regenerateAndWait(
    imageId: string,
    instruction: string,
    by: Actor,
    disconnected: Observable<unknown>,
  ): Promise<ImageView> {
    const runId = await this.regenerate(imageId, instruction, by);
    const ended = await this.runs.waitUntilEnded(CAPTIONS, runId, disconnected);
    const image = await getRowFor(by, this.db.manager, Image, imageId);
    const item = ended?.items.find(({ key }) => key === imageId);
    if (item?.state !== 'done') throw runError([item?.code ?? null], item?.message || 'The AI provider failed.');
    return presentImage(image);
  }

  /**
   * The active or else the last run for a moment's missing captions; `null` if there was none.
   * @throws AppError 404
   */
  async currentRun(momentId: string, by: Actor): Promise<CaptionRunView | null> {
    await getRowFor(by, this.db.manager, Moment, momentId);
    const found = await this.runs.findLast(CAPTIONS, momentId, { mode: 'missing' });
    return found && presentRun(found);
  }

  /**
   * The active and recently ended runs of a moment, oldest first; if there are none, the last run, if any.
   * @throws AppError 404
   */
  async recentRuns(momentId: string, by: Actor): Promise<CaptionRunDetail[]> {
    await getRowFor(by, this.db.manager, Moment, momentId);
    const found = await this.runs.findRecent(CAPTIONS, momentId);
    return found.map(presentDetail);
  }
}

function beingWritten(): AppError {
  const message = 'The caption of this image is being written at the moment. Please try again when it is done.';
  return conflict('GENERATION_RUNNING', message);
}

function presentRun({ run, items }: RunWithItems<CaptionsPayload>): CaptionRunView {
  const failed = items.filter(({ state }) => state === 'failed');
  return {
    ...countsOf(run),
    momentId: run.subjectId,
    errors: failed.map(({ key, message, detail }) => ({ imageId: key, message, detail: shortenSentence(detail) })),
  };
}

function presentDetail({ run, items }: RunWithItems<CaptionsPayload>): CaptionRunDetail {
  return {
    ...countsOf(run),
    momentId: run.subjectId,
    mode: run.payload.mode,
    images: items.map(({ key, state, message, detail }) => ({
      imageId: key,
      state,
      message,
      detail: shortenSentence(detail),
    })),
  };
}
