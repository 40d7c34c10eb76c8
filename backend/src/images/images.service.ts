import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError, notFound } from '../common/errors.js';
import type { Page } from '../common/paging.js';
import type { ReceivedFile } from '../common/received-files.js';
import type { HistoryAction } from '../contract/history.js';
import type { ImageView, UpdateImageBody } from '../contract/images.js';
import type { PageQuery } from '../contract/paging.js';
import { lastOfImage, record, type Actor } from '../history/history.service.js';
import { lockMomentOfImage, settleMoment } from '../moments/settle.js';
import { Moment } from '../moments/moment.entity.js';
import { announce } from '../realtime/announcements.js';
import { DeletionsService } from '../storage/deletions.service.js';
import { imageFolder } from '../storage/keys.js';
import { ImageFilesService } from './image-files.service.js';
import { Image, type Decision } from './image.entity.js';
import { presentImage } from './image.present.js';
import { imagesOf, loadImage, writeImage, type ImageRow } from './image-rows.js';

/** What a change of an image leaves in the history; `null` when nothing changed. */
type Trace = {
  action: HistoryAction;
  changes?: Record<string, { from: string; to: string }>;
  feedback?: string;
} | null;

/** The photos of moments. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly db: DataSource,
    private readonly imageFiles: ImageFilesService,
    private readonly deletions: DeletionsService,
  ) {}

  /** In their order. @throws AppError 404 */
  async ofMoment(momentId: string, part: PageQuery): Promise<Page<ImageRow>> {
    const { manager } = this.db;
    const items = await imagesOf(manager, momentId, part);
    if (items.length === 0) await requireMoment(manager, momentId);
    const isWhole = part.limit === undefined && !part.offset;
    return { items, total: isWhole ? items.length : await manager.countBy(Image, { momentId }) };
  }

  async get(id: string): Promise<ImageView> {
    return presentImage(await findImage(this.db.manager, id));
  }

  /** @throws AppError 404, 409 EDITED_MEANWHILE */
  async edit(
    id: string,
    { captionRevision, addressRevision, ...texts }: UpdateImageBody,
    by: Actor,
  ): Promise<ImageView> {
    const image = await this.change(id, by, (current) => {
      const changes = current.edit(texts, { by, captionRevision, addressRevision });
      return Object.keys(changes).length > 0 ? { action: 'image.edited', changes } : null;
    });
    return presentImage(image);
  }

  async resubmit(id: string, by: Actor): Promise<ImageView> {
    const image = await this.change(id, by, (current) => {
      const { feedback } = current;
      current.resubmit();
      return { action: 'image.resubmitted', feedback };
    });
    return presentImage(image);
  }

  /** @throws AppError 404, 409 IMAGE_NOT_RESUBMITTED */
  async undoResubmit(id: string, by: Actor): Promise<ImageView> {
    const image = await this.change(id, by, async (current, manager) => {
      current.undoResubmit(await lastOfImage(manager, current));
      return { action: 'image.resubmit_undone', feedback: current.feedback };
    });
    return presentImage(image);
  }

  /** Takes a decision on the version that was seen; without one, on the current version. */
  decide(id: string, decision: Decision, { version, by }: { version?: number; by: Actor }): Promise<Image> {
    const action = decision.verdict === 'approve' ? 'image.approved' : 'image.rejected';
    return this.change(id, by, (current) =>
      current.decide(decision, version) ? { action, feedback: current.feedback } : null,
    );
  }

  /** Shows another picture in the same place; an approved image goes back to the client. */
  async replace(id: string, file: ReceivedFile | undefined, by: Actor): Promise<ImageView> {
    if (!file) throw new AppError(400, 'NO_FILES', 'Please choose an image to replace this one with.');
    await findImage(this.db.manager, id);
    const [stored] = await this.imageFiles.store([file]);
    const image = await this.change(id, by, async (current, manager) => {
      const from = current.fileName;
      current.replaceFile(stored!);
      await this.deletions.release(manager, [imageFolder(stored!.fileId)]);
      return { action: 'image.replaced', changes: { fileName: { from, to: current.fileName } } };
    });
    return presentImage(image);
  }

  /** Removes the image; its files follow (the database schedules them). */
  async delete(id: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      const { id: momentId } = await lockMomentOfImage(manager, id);
      const image = await findImage(manager, id);
      await manager.delete(Image, { id });
      await record(manager, by, { momentId, action: 'image.deleted', image });
      await announce(manager, 'image.deleted', { momentId, imageId: id });
      await settleMoment(manager, momentId);
    });
  }

  /** Lock, change, save, derive, remember, announce: one transaction for whatever happens to one image. */
  private async change(
    id: string,
    by: Actor,
    apply: (image: Image, manager: EntityManager) => Trace | Promise<Trace>,
  ): Promise<Image> {
    return this.db.transaction(async (manager) => {
      await lockMomentOfImage(manager, id);
      const image = await findImage(manager, id);
      const trace = await apply(image, manager);
      if (trace) await saveChange(manager, image, by, trace);
      return image;
    });
  }
}

/** Saves a changed image whose moment is locked, with all that follows from it. */
export async function saveChange(
  manager: EntityManager,
  image: Image,
  by: Actor,
  trace: NonNullable<Trace>,
): Promise<void> {
  const { momentId } = image;
  await writeImage(manager, image);
  await record(manager, by, { momentId, image, ...trace });
  await announce(manager, 'image.changed', { momentId, imageId: image.id });
  await settleMoment(manager, momentId);
}

/** @throws AppError 404 */
export async function findImage(manager: EntityManager, id: string): Promise<Image> {
  const image = await loadImage(manager, id);
  if (!image) throw notFound('Image');
  return image;
}

async function requireMoment(manager: EntityManager, id: string): Promise<void> {
  if (!(await manager.existsBy(Moment, { id }))) throw notFound('Moment');
}
