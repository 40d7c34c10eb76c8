import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { currentActor } from '../api-keys/current-actor.js';
import { AppError, conflict } from '../platform/http/errors.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import type { ImageView } from '../contract/images.js';
import { IMAGES_PER_MOMENT } from '../contract/limits.js';
import { NewRounds } from '../reviews/new-rounds.js';
import { appendHistory } from '../history/history.js';
import { lockMoment, recomputeStatus } from '../moments/moment-status.queries.js';
import { publishEach } from '../platform/events/publish.js';
import {
  checkKey,
  digest,
  findResult,
  saveResult,
  type IdempotentRequest,
} from '../platform/idempotency/idempotency.js';
import { DeletionsService } from '../platform/storage/deletions.service.js';
import { imageFolders } from '../platform/storage/keys.js';
import { ImageFilesService } from './image-files.service.js';
import type { ImageFile } from './earlier-version.js';
import { historyItemOf, Image } from './image.entity.js';
import { lockPhotosOfClients, markDuplicates } from '../moments/image-duplicates.queries.js';
import { presentImage } from './image.present.js';

/** A request to add images to a moment. */
export interface UploadRequest {
  momentId: string;
  files: ReceivedFile[];
  /** Position of the first file; the end of the moment if it is missing or taken. */
  startPosition?: number;
  /** A repeated key returns the images of the first request, as long as any of them exists. */
  idempotencyKey?: string;
  by: StaffActor;
}

/** Stored files that become images at consecutive positions from `start`. */
interface NewImages {
  momentId: string;
  start: number;
  files: ImageFile[];
  by: Actor;
}

/** Adds images to moments: all files of a request, or none. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly db: DataSource,
    private readonly imageFiles: ImageFilesService,
    private readonly deletions: DeletionsService,
    private readonly newRounds: NewRounds,
  ) {}

  /**
   * @returns the new images in the order of their files
   * @throws AppError 400 without files, 401 for an API key that ended meanwhile, 404, 409 IDEMPOTENCY_KEY_REUSED, IMAGES_DELETED, MOMENT_FULL, 413, 415
   */
  async add(upload: UploadRequest): Promise<ImageView[]> {
    checkUpload(upload);
    const earlier = await this.db.transaction((manager) => lockForUpload(manager, upload));
    if (earlier) return earlier.map(presentImage);
    const images = await this.imageFiles.store(upload.files, (stored) =>
      this.db.transaction((manager) => this.addRows(manager, upload, stored)),
    );
    return images.map(presentImage);
  }

  private async addRows(manager: EntityManager, sent: UploadRequest, files: ImageFile[]): Promise<Image[]> {
    const upload = { ...sent, by: await currentActor(manager, sent.by, 'review.edit') };
    // If a concurrent attempt of the same request was faster, its images are returned, and these files are removed.
    const earlier = await lockForUpload(manager, upload);
    if (earlier) return earlier;
    const start = await firstPosition(manager, upload);
    const { momentId } = upload;
    const images = await this.saveNew(manager, { momentId, start, files, by: upload.by });
    await saveResult(
      manager,
      requestOf(upload),
      images.map(({ id }) => id),
    );
    return images;
  }

  /** Saves stored files as new images, in a transaction that locked or created the moment. */
  async saveNew(manager: EntityManager, { momentId, start, files, by }: NewImages): Promise<Image[]> {
    await lockPhotosOfClients(manager, (await lockMoment(manager, momentId, by)).clientId);
    const rows = files.map((file, index) => manager.create(Image, { momentId, position: start + index, ...file }));
    const images = await manager.save(Image, rows);
    await this.deletions.confirm(manager, imageFolders(files));
    const uploaded = { reviewId: momentId, action: 'image.uploaded' } as const;
    await appendHistory(manager, by, ...images.map((image) => ({ ...uploaded, item: historyItemOf(image) })));
    const changed = images.map(({ id }) => ({ momentId, imageId: id }));
    await publishEach(manager, 'image.changed', changed);
    const marks = await markDuplicates(
      manager,
      images.map(({ id }) => id),
    );
    for (const image of images) Object.assign(image, marks.get(image.id));
    await recomputeStatus(manager, momentId);
    await this.newRounds.add(manager, momentId, Object.fromEntries(images.map(({ id }) => [id, 'added'])));
    return images;
  }
}

function checkUpload({ files, idempotencyKey }: UploadRequest): void {
  if (files.length === 0) throw new AppError(400, 'NO_FILES', 'Please upload at least one image');
  checkKey(idempotencyKey);
}

/**
 * Locks the moment, so that attempts of one request run one after the other.
 * @returns the images of an earlier attempt; `null` if there was none
 * @throws AppError 404, 409 MOMENT_FULL, IMAGES_DELETED, IDEMPOTENCY_KEY_REUSED
 */
async function lockForUpload(manager: EntityManager, upload: UploadRequest): Promise<Image[] | null> {
  const { imageCount } = await lockMoment(manager, upload.momentId, upload.by);
  const earlier = await findEarlierUpload(manager, upload);
  if (earlier || imageCount + upload.files.length <= IMAGES_PER_MOMENT) return earlier;
  throw conflict(
    'MOMENT_FULL',
    `A moment holds at most ${IMAGES_PER_MOMENT} images: this one has ${imageCount} and ${upload.files.length} more were sent.`,
  );
}

async function findEarlierUpload(manager: EntityManager, upload: UploadRequest): Promise<Image[] | null> {
  const made = await findResult(manager, requestOf(upload));
  if (!made) return null;
  const images = await manager.find(Image, { where: { id: In(made) }, order: { position: 'ASC' } });
  if (images.length === 0) throw imagesDeleted();
  return images;
}

// An empty list would look like success, and adding the files again would undo somebody's deletion.
function imagesDeleted(): AppError {
  const message =
    'These files were uploaded already, and their images have been deleted since. To upload them again, choose them again, or send another Idempotency-Key.';
  return conflict('IMAGES_DELETED', message);
}

async function firstPosition(
  manager: EntityManager,
  { momentId, files, startPosition }: UploadRequest,
): Promise<number> {
  const rows = await manager.find(Image, { where: { momentId }, select: { id: true, position: true } });
  const isTaken = ({ position }: Image): boolean =>
    startPosition !== undefined && position >= startPosition && position < startPosition + files.length;
  if (startPosition !== undefined && !rows.some(isTaken)) return startPosition;
  return Math.max(-1, ...rows.map((row) => row.position)) + 1;
}

function requestOf({ momentId, files, idempotencyKey, by }: UploadRequest): IdempotentRequest {
  return {
    key: idempotencyKey,
    by,
    fingerprint: digest([momentId, files.map(({ name, size }) => [name, size])]),
    contents: digest(files.map(({ sha256 }) => sha256)),
  };
}
