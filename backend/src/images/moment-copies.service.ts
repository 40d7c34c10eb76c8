import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { DataSource, type EntityManager } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { IMAGE_TEXTS } from '../contract/image-fields.js';
import { NAME_MAX } from '../contract/limits.js';
import { pick } from '../contract/record-fields.js';
import type { MomentView } from '../contract/moments.js';
import { appendHistory } from '../history/history.js';
import { Moment } from '../moments/moment.entity.js';
import { lockMoment, recomputeStatus } from '../moments/moment-status.queries.js';
import { MomentsService } from '../moments/moments.service.js';
import { publish } from '../platform/events/publish.js';
import {
  checkKey,
  digest,
  findResult,
  saveResult,
  type IdempotentRequest,
} from '../platform/idempotency/idempotency.js';
import { DeletionsService } from '../platform/storage/deletions.service.js';
import { imageFolders } from '../platform/storage/keys.js';
import { ImageFilesService, type FileId } from './image-files.service.js';
import { Image } from './image.entity.js';

const COPY_SUFFIX = ' (copy)';
/** Moments that one process copies at the same time; each may have 30 files of 50 MB. */
const CONCURRENT_COPIES = 2;

/** A request to copy a moment. */
export interface CopyRequest {
  momentId: string;
  /** Title of the copy; without it, the original's with ` (copy)`. */
  title?: string;
  /** A repeated key returns the first copy. */
  idempotencyKey?: string;
  by: StaffActor;
}

/** Copies moments. */
@Injectable()
export class MomentCopiesService {
  private readonly fewAtATime = pLimit(CONCURRENT_COPIES);

  constructor(
    private readonly db: DataSource,
    private readonly moments: MomentsService,
    private readonly imageFiles: ImageFilesService,
    private readonly deletions: DeletionsService,
  ) {}

  /**
   * Makes a new moment of the same client with copies of all photos and captions, without decisions, feedback and
   * sharing. All or nothing: the worker removes files without rows.
   * @throws AppError 400, 404, 409 FILE_MISSING, IDEMPOTENCY_KEY_REUSED
   */
  async copyOnce(request: CopyRequest): Promise<MomentView> {
    checkKey(request.idempotencyKey);
    const earlier = await findResult(this.db.manager, requestOf(request));
    const id = earlier?.[0] ?? (await this.fewAtATime(() => this.copy(request)));
    return this.moments.get(id, request.by);
  }

  private async copy(request: CopyRequest): Promise<string> {
    const source = await this.moments.get(request.momentId, request.by);
    const find = { where: { momentId: source.id }, order: { position: 'ASC' } } as const;
    const images = await this.db.manager.find(Image, find);
    return this.imageFiles.copy(images, (files) =>
      this.db.transaction((manager) => this.addRows(manager, { request, source, images, files })),
    );
  }

  /** @returns the id of the copy, or of the copy that a concurrent attempt of the same request made */
  private async addRows(manager: EntityManager, { request, source, images, files }: Copy): Promise<string> {
    // Read again, since the client may have changed while the files were copied.
    const { clientId } = await lockMoment(manager, source.id, request.by);
    const earlier = await findResult(manager, requestOf(request));
    if (earlier) return earlier[0]!;
    const title = request.title || titleOfCopy(source.title);
    const { id } = await manager.save(Moment, manager.create(Moment, { title, clientId }));
    await saveCopies(manager, id, images, files);
    await saveResult(manager, requestOf(request), [id]);
    await this.deletions.confirm(manager, imageFolders(files));
    const changes = { title: { from: source.title, to: title } };
    await appendHistory(manager, request.by, { reviewId: id, action: 'moment.duplicated', changes });
    await recomputeStatus(manager, id);
    await publish(manager, 'moment.changed', { momentId: id });
    await publish(manager, 'client.changed', { id: clientId });
    return id;
  }
}

interface Copy {
  request: CopyRequest;
  source: MomentView;
  images: Image[];
  files: FileId[];
}

function requestOf({ momentId, title = '', idempotencyKey, by }: CopyRequest): IdempotentRequest {
  return { key: idempotencyKey, by, fingerprint: digest(['duplicate', momentId, title]) };
}

/**
 * The fields that are copied. All others, such as decision, version and revisions, have their defaults in the copy.
 */
const COPIED_FIELDS = [
  'fileName',
  'extension',
  'width',
  'height',
  'takenAt',
  'bytes',
  'sha256',
  'checks',
  'perceptualHash',
  'ignoredFindings',
  ...IMAGE_TEXTS,
  'captionProvider',
  'captionOutdated',
  'captionByHand',
] as const satisfies (keyof Image)[];

async function saveCopies(manager: EntityManager, momentId: string, images: Image[], files: FileId[]): Promise<void> {
  const rows = images.map((image, position) => {
    return manager.create(Image, { ...pick(image, COPIED_FIELDS), ...files[position]!, momentId, position });
  });
  await manager.save(Image, rows);
}

/** `Spring (copy)`, no longer than a title may be. */
function titleOfCopy(title: string): string {
  const characters = [...title].slice(0, NAME_MAX - COPY_SUFFIX.length);
  return `${characters.join('').trimEnd()}${COPY_SUFFIX}`;
}
