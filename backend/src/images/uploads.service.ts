import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { AppError, conflict, invalid } from '../common/errors.js';
import type { ReceivedFile } from '../common/received-files.js';
import type { ImageView } from '../contract/images.js';
import { IMAGES_PER_MOMENT } from '../contract/limits.js';
import { record } from '../history/history.service.js';
import { lockMoment, settleMoment } from '../moments/settle.js';
import { announceEach } from '../realtime/announcements.js';
import { DeletionsService } from '../storage/deletions.service.js';
import { imageFolder } from '../storage/keys.js';
import type { User } from '../users/user.entity.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { ImageFilesService } from './image-files.service.js';
import { Image, type ImageFile } from './image.entity.js';
import { presentImage } from './image.present.js';

/** A request to add images to a moment. */
export interface Upload {
  momentId: string;
  files: ReceivedFile[];
  /** Place of the first file; the end of the moment when missing or taken. */
  startPosition?: number;
  /** The same key again answers the first result, as long as there is any of it. */
  idempotencyKey?: string;
  user: User;
}

/** Adds images to moments: all of a request or none of it. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly db: DataSource,
    private readonly imageFiles: ImageFilesService,
    private readonly deletions: DeletionsService,
  ) {}

  /**
   * @returns the new images in the order of their files
   * @throws AppError 400 without files, 404, 409 IDEMPOTENCY_KEY_REUSED, IMAGES_DELETED, MOMENT_FULL, 413, 415
   */
  async add(upload: Upload): Promise<ImageView[]> {
    checkUpload(upload);
    const earlier = await this.db.transaction((manager) => admit(manager, upload));
    if (earlier) return earlier.map(presentImage);
    const stored = await this.imageFiles.store(upload.files);
    const images = await this.db.transaction((manager) => this.addRows(manager, upload, stored));
    return images.map(presentImage);
  }

  private async addRows(manager: EntityManager, upload: Upload, files: ImageFile[]): Promise<Image[]> {
    const { momentId, user } = upload;
    // Another attempt of the same request may have been faster; then these files are removed again.
    const earlier = await admit(manager, upload);
    if (earlier) return earlier;
    const start = await firstPosition(manager, upload);
    const rows = files.map((file, index) => manager.create(Image, { momentId, position: start + index, ...file }));
    const images = await manager.save(Image, rows);
    await keepAnswer(manager, upload, images);
    await this.deletions.release(
      manager,
      files.map((file) => imageFolder(file.fileId)),
    );
    const by = { kind: 'staff', name: user.name || user.email } as const;
    await record(manager, by, ...images.map((image) => ({ momentId, action: 'image.uploaded' as const, image })));
    const changed = images.map(({ id }) => ({ momentId, imageId: id }));
    await announceEach(manager, 'image.changed', changed);
    await settleMoment(manager, momentId);
    return images;
  }
}

function checkUpload({ files, idempotencyKey }: Upload): void {
  if (files.length === 0) throw new AppError(400, 'NO_FILES', 'Please upload at least one image');
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey)) {
    throw invalid([
      { field: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 200 visible ASCII characters without spaces' },
    ]);
  }
}

/**
 * Locks the moment, so that attempts of one request come one after the other.
 * @returns the images of an earlier attempt; `null` when the files may come in
 */
async function admit(manager: EntityManager, upload: Upload): Promise<Image[] | null> {
  const { imageCount } = await lockMoment(manager, upload.momentId);
  const earlier = await answered(manager, upload);
  if (earlier || imageCount + upload.files.length <= IMAGES_PER_MOMENT) return earlier;
  throw conflict(
    'MOMENT_FULL',
    `A moment holds at most ${IMAGES_PER_MOMENT} images: this one has ${imageCount} and ${upload.files.length} more were sent.`,
  );
}

async function answered(manager: EntityManager, { idempotencyKey: key, ...upload }: Upload): Promise<Image[] | null> {
  if (!key) return null;
  const earlier = await manager.findOneBy(IdempotencyKey, { userId: upload.user.id, key });
  if (!earlier) return null;
  if (!isSame(earlier, fingerprintOf(upload))) throw keyReused();
  const images = await manager.find(Image, { where: { id: In(earlier.imageIds) }, order: { position: 'ASC' } });
  if (images.length === 0) throw imagesDeleted();
  return images;
}

function keyReused(): AppError {
  return conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for other files already.');
}

// Neither an empty answer, which would pass for success, nor the files once more, which somebody deleted.
function imagesDeleted(): AppError {
  const message =
    'These files were uploaded already, and their images have been deleted since. To upload them again, choose them again, or send another Idempotency-Key.';
  return conflict('IMAGES_DELETED', message);
}

async function firstPosition(manager: EntityManager, { momentId, files, startPosition }: Upload): Promise<number> {
  const rows = await manager.find(Image, { where: { momentId }, select: { id: true, position: true } });
  const isTaken = ({ position }: Image): boolean =>
    startPosition !== undefined && position >= startPosition && position < startPosition + files.length;
  if (startPosition !== undefined && !rows.some(isTaken)) return startPosition;
  return Math.max(-1, ...rows.map((row) => row.position)) + 1;
}

async function keepAnswer(manager: EntityManager, upload: Upload, images: Image[]): Promise<void> {
  const { idempotencyKey: key, user } = upload;
  if (!key) return;
  const { fingerprint, contents } = fingerprintOf(upload);
  const kept: unknown[] = await manager.query(
    `INSERT INTO idempotency_keys ("userId", "key", "fingerprint", "contents", "imageIds") VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [user.id, key, fingerprint, contents, images.map((image) => image.id)],
  );
  if (kept.length === 0) throw keyReused();
}

type Fingerprint = Pick<IdempotencyKey, 'fingerprint'> & { contents: string };

function fingerprintOf({ momentId, files }: Pick<Upload, 'momentId' | 'files'>): Fingerprint {
  return {
    fingerprint: digest([momentId, files.map(({ name, size }) => [name, size])]),
    contents: digest(files.map(({ sha256 }) => sha256)),
  };
}

function isSame(earlier: IdempotencyKey, { fingerprint, contents }: Fingerprint): boolean {
  return earlier.fingerprint === fingerprint && (earlier.contents ?? contents) === contents;
}

function digest(facts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
