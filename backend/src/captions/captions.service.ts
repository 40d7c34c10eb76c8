import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { conflict, notFound } from '../common/errors.js';
import { currentRequestId } from '../common/trace.js';
import type { CaptionJobStarted, CaptionRunStarted, CaptionRunView } from '../contract/captions.js';
import type { ImageView } from '../contract/images.js';
import { missingCaptionFields } from '../contract/statuses.js';
import { Image } from '../images/image.entity.js';
import { findImage } from '../images/images.service.js';
import { presentImage } from '../images/image.present.js';
import { lockMoment } from '../moments/settle.js';
import { Doorbell } from '../queue/doorbell.js';
import { announce } from '../realtime/announcements.js';
import { Listener } from '../realtime/listener.js';
import { unwritten } from '../runs/reason.js';
import { runEnd } from '../runs/run-end.js';
import { ACTIVE } from '../runs/run.entity.js';
import { progressOf } from './caption-claims.js';
import { CaptionRun, CaptionRunItem, type CaptionRunKind } from './caption-run.entity.js';
import { presentRun } from './caption-run.present.js';
import { APPROVED } from './caption-save.js';

/** Asks for captions; the workers draft them. */
@Injectable()
export class CaptionsService {
  constructor(
    private readonly db: DataSource,
    private readonly doorbell: Doorbell,
    private readonly listener: Listener,
  ) {}

  /**
   * Starts captioning what a moment's images lack, or returns the run that is at it already.
   * @throws AppError 404, 409 ALL_CAPTIONED
   */
  async generate(momentId: string): Promise<CaptionRunStarted> {
    const run = await this.db.transaction(async (manager) => {
      await lockMoment(manager, momentId);
      const active = await manager.findOneBy(CaptionRun, { momentId, kind: 'missing', state: ACTIVE });
      if (active) return active;
      const images = await manager.find(Image, { where: { momentId }, order: { position: 'ASC' } });
      const lacking = images.filter((image) => missingCaptionFields(image).length > 0);
      if (lacking.length === 0) throw conflict('ALL_CAPTIONED', 'All images already have captions');
      return insertRun(manager, momentId, 'missing', lacking);
    });
    void this.doorbell.ring('captions', run.id, { runId: run.id });
    return { runId: run.id, total: run.total };
  }

  /**
   * Starts writing an image's caption anew, or returns the run that is at it already.
   * @throws AppError 404, 409 IMAGE_APPROVED
   */
  async regenerate(imageId: string): Promise<CaptionJobStarted> {
    const { momentId } = await findImage(this.db.manager, imageId);
    const run = await this.db.transaction(async (manager) => {
      await lockMoment(manager, momentId);
      const image = await findImage(manager, imageId);
      if (image.status === 'approved') throw conflict('IMAGE_APPROVED', APPROVED.message);
      return (await activeRewrite(manager, imageId)) ?? insertRun(manager, momentId, 'rewrite', [image]);
    });
    void this.doorbell.ring('captions', run.id, { runId: run.id });
    return { jobId: run.id };
  }

  /**
   * The same, answered when the caption is there. The work goes on where nobody waits any more.
   * @throws AppError 404 and 409 where the image was deleted, approved, edited or replaced meanwhile, 422 NOTHING_TO_WRITE,
   * 502 AI_FAILED, 503 QUEUE_UNAVAILABLE when it takes too long
   */
  async regenerateAndWait(imageId: string, hungUp: Observable<unknown>): Promise<ImageView> {
    const { jobId } = await this.regenerate(imageId);
    await this.ended(jobId, hungUp);
    const { manager } = this.db;
    const image = await findImage(manager, imageId);
    const item = await manager.findOneByOrFail(CaptionRunItem, { runId: jobId, imageId });
    if (item.state !== 'done') throw unwritten([item.code], item.message || 'The AI provider failed.');
    return presentImage(image);
  }

  /** The run that is at a moment's missing captions, else the last one; `null` when there was none. */
  async current(momentId: string): Promise<CaptionRunView | null> {
    const where = { momentId, kind: 'missing' as const };
    const run = await this.db.manager.findOne(CaptionRun, { where, order: { createdAt: 'DESC' } });
    return run && presentRun(run, await failedItems(this.db.manager, run));
  }

  private ended(runId: string, hungUp: Observable<unknown>): Promise<CaptionRunView> {
    const look = async (): Promise<CaptionRunView> => {
      const run = await this.db.manager.findOneBy(CaptionRun, { id: runId });
      if (!run) throw notFound('Image');
      return presentRun(run, await failedItems(this.db.manager, run));
    };
    return runEnd(runId, { look, heard: this.listener.heard('captions.progress'), hungUp, what: 'The caption' });
  }
}

async function insertRun(
  manager: EntityManager,
  momentId: string,
  kind: CaptionRunKind,
  images: Image[],
): Promise<CaptionRun> {
  const blank = manager.create(CaptionRun, { momentId, kind, total: images.length, requestId: currentRequestId() });
  const run = await manager.save(CaptionRun, blank);
  const items = images.map(({ id, position }) => ({ runId: run.id, imageId: id, position }));
  await manager.insert(CaptionRunItem, items);
  await announce(manager, 'captions.progress', progressOf(run));
  return run;
}

function activeRewrite(manager: EntityManager, imageId: string): Promise<CaptionRun | null> {
  return manager
    .createQueryBuilder(CaptionRun, 'run')
    .innerJoin(CaptionRunItem, 'item', 'item.runId = run.id AND item.imageId = :imageId', { imageId })
    .where(`run.kind = 'rewrite' AND run.state IN ('queued', 'running')`)
    .getOne();
}

function failedItems(manager: EntityManager, { id }: CaptionRun): Promise<CaptionRunItem[]> {
  return manager.find(CaptionRunItem, { where: { runId: id, state: 'failed' }, order: { position: 'ASC' } });
}
