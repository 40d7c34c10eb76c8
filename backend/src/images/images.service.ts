import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { appendAudit, became } from '../audit/audit.js';
import { currentActor } from '../api-keys/current-actor.js';
import type { Scoped } from '../access/scope.js';
import { getRowFor } from '../access/look-ups.js';
import { AppError } from '../platform/http/errors.js';
import { isWhole, mapPage, type Page } from '../platform/http/paging.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import { IMAGE_TEXTS } from '../contract/image-fields.js';
import type { IgnoreFindingBody, ImageView, RestoreImageBody, UpdateImageBody } from '../contract/images.js';
import type { ReplyBody, ResubmitBody } from '../contract/rounds.js';
import type { PageQuery } from '../contract/paging.js';
import { ItemsService, type ItemChange, type LoadLocked } from '../reviews/items.service.js';
import { findLastChange } from '../reviews/last-change.js';
import { appendHistory, getReplacedTexts } from '../history/history.js';
import { lockMomentOfImage, recomputeStatus } from '../moments/moment-status.queries.js';
import { Moment } from '../moments/moment.entity.js';
import { publish } from '../platform/events/publish.js';
import { DeletionsService } from '../platform/storage/deletions.service.js';
import { imageFolders } from '../platform/storage/keys.js';
import { ImageFilesService } from './image-files.service.js';
import { historyItemOf, Image } from './image.entity.js';
import { changeOriginals, lockPhotosOfClients } from '../moments/image-duplicates.queries.js';
import { presentImage } from './image.present.js';
import { listImagesOfMoment } from './images.queries.js';
import { saveImage } from './save-image.js';

/** The photos of moments. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly db: DataSource,
    private readonly imageFiles: ImageFilesService,
    private readonly deletions: DeletionsService,
    private readonly items: ItemsService,
  ) {}

  /** A page of a moment's images, in their order. @throws AppError 404 */
  async list(momentId: string, page: PageQuery, by: Actor): Promise<Page<ImageView>> {
    const { manager } = this.db;
    const items = await listImagesOfMoment(manager, momentId, page, by);
    if (items.length === 0) await getRowFor(by, manager, Moment, momentId);
    const total = isWhole(page) ? items.length : await manager.countBy(Image, { momentId });
    return mapPage({ items, total }, presentImage);
  }

  /** @throws AppError 404, 409 EDITED_MEANWHILE */
  async edit(
    id: string,
    { captionRevision, addressRevision, ...texts }: UpdateImageBody,
    by: Actor,
  ): Promise<ImageView> {
    const image = await this.items.change(this.lock(id, by), by, ({ item: current }) => {
      const changes = current.edit(texts, { by, captionRevision, addressRevision });
      return Object.keys(changes).length > 0 ? { action: 'image.edited', changes } : null;
    });
    return presentImage(image);
  }

  /**
   * Restores the texts that an entry of the image's history replaced; counts as an edit.
   * @throws AppError 404, 409 EDITED_MEANWHILE, NOTHING_TO_RESTORE
   */
  async restore(id: string, { entryId, ...seen }: RestoreImageBody, by: Actor): Promise<ImageView> {
    const image = await this.items.change(this.lock(id, by), by, async ({ item: current }, manager) => {
      const { texts } = await getReplacedTexts(manager, { id: entryId, itemId: id }, IMAGE_TEXTS);
      const changes = current.edit(texts, { by, ...seen });
      return Object.keys(changes).length > 0 ? { action: 'image.restored', changes } : null;
    });
    return presentImage(image);
  }

  async resubmit(id: string, { reply }: ResubmitBody, by: Actor): Promise<ImageView> {
    return presentImage(await this.items.resubmit(this.lock(id, by), reply, by));
  }

  /** Stores the answer of staff to a reviewer's rejection. @throws AppError 404, 409 IMAGE_NOT_REJECTED */
  async reply(id: string, { reply = '' }: ReplyBody, by: Actor): Promise<ImageView> {
    return presentImage(await this.items.reply(this.lock(id, by), reply, by));
  }

  /** @throws AppError 404, 409 IMAGE_NOT_RESUBMITTED */
  async undoResubmit(id: string, by: Actor): Promise<ImageView> {
    const image = await this.items.change(this.lock(id, by), by, async ({ item, review: { reviewId } }, manager) => {
      item.undoResubmit(await findLastChange(manager, { reviewId, itemId: id }));
      return { action: 'image.resubmit_undone', feedback: item.feedback };
    });
    return presentImage(image);
  }

  /** Replaces the picture of an image; an approved image becomes pending. @throws AppError 400, 401, 404 */
  async replace(id: string, file: ReceivedFile | undefined, by: StaffActor): Promise<ImageView> {
    if (!file) throw new AppError(400, 'NO_FILES', 'Please choose an image to replace this one with.');
    await getRowFor(by, this.db.manager, Image, id);
    const image = await this.imageFiles.store([file], (stored) =>
      this.items.change(this.lock(id, by), by, async ({ item: current }, manager) => {
        const now = await currentActor(manager, by, 'review.edit');
        await lockPhotosOfClients(manager, (await lockMomentOfImage(manager, id, now)).clientId);
        const from = current.fileName;
        current.replaceFile(stored[0]!);
        await this.deletions.confirm(manager, imageFolders(stored));
        return { action: 'image.replaced', changes: { fileName: { from, to: current.fileName } } };
      }),
    );
    return presentImage(image);
  }

  /** Ignores a finding about an image's file, or stops ignoring it. @throws AppError 404 */
  ignoreFinding(id: string, body: IgnoreFindingBody, by: Actor): Promise<ImageView> {
    return this.db.transaction(async (manager) => {
      const { id: momentId } = await lockMomentOfImage(manager, id, by);
      const image = await getRowFor(by, manager, Image, id);
      if (image.setIgnored(body)) {
        await manager.update(Image, { id }, { ignoredFindings: image.ignoredFindings });
        await publish(manager, 'image.changed', { momentId, imageId: id });
      }
      return presentImage(image);
    });
  }

  /** Deletes the image. A trigger schedules the removal of its files. */
  async delete(id: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      const { id: momentId, clientId } = await lockMomentOfImage(manager, id, by);
      await lockPhotosOfClients(manager, clientId);
      const image = await getRowFor(by, manager, Image, id);
      await changeOriginals(manager, { imageId: id }, () => manager.delete(Image, { id }));
      await appendHistory(manager, by, { reviewId: momentId, action: 'image.deleted', item: historyItemOf(image) });
      const { title } = await getRowFor(by, manager, Moment, momentId);
      const target = { kind: 'image', id, name: image.fileName } as const;
      await appendAudit(manager, by, { action: 'image.deleted', target, changes: { moment: became(title) } });
      await publish(manager, 'image.deleted', { momentId, imageId: id });
      await recomputeStatus(manager, momentId);
    });
  }

  /**
   * Returns the function that locks an image and its moment in a transaction, for `ItemsService`. All changes of texts, pictures and
   * decisions begin with it. `ignoreFinding` and `delete`, which change neither, lock the moment themselves.
   */
  lock(id: string, by: Scoped): LoadLocked<Image> {
    return async (manager) => {
      const { id: momentId } = await lockMomentOfImage(manager, id, by);
      const item = await getRowFor(by, manager, Image, id);
      const save = async (changer: Actor, change: ItemChange) => {
        const { earlier, fileId } = item;
        // The undone decision had scheduled the removal of this picture.
        if (change.action === 'image.decision_undone' && earlier && earlier.fileId !== fileId)
          await this.deletions.confirm(manager, imageFolders([earlier]));
        await saveImage(manager, item, changer, change);
      };
      return { item, review: { kind: 'moment', reviewId: momentId }, itemId: id, save };
    };
  }
}
