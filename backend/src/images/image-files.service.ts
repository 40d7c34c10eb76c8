import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError } from '../common/errors.js';
import type { ReceivedFile } from '../common/received-files.js';
import { DeletionsService } from '../storage/deletions.service.js';
import { aiPictureKey, imageFolder, imageKeys } from '../storage/keys.js';
import { Storage } from '../storage/storage.js';
import type { ImageFile } from './image.entity.js';
import { readPicture, type Picture } from './picture.js';

/** Of one request: others have theirs going too. */
const READS_AT_ONCE = 3;
const PUTS_AT_ONCE = 4;

interface ReadFile {
  received: ReceivedFile;
  picture: Picture;
}

/** Why a file of the form is refused. */
interface Refusal {
  field: string;
  error: AppError;
}

/** Brings uploaded pictures into storage: all of a request or none. */
@Injectable()
export class ImageFilesService {
  constructor(
    private readonly storage: Storage,
    private readonly deletions: DeletionsService,
  ) {}

  /**
   * Stores the originals byte for byte with their derivatives. The caller's transaction must `release` their folders;
   * files whose rows never came are removed by the worker.
   * @throws AppError 413 or 415 naming the refused files, before anything is stored
   */
  async store(files: ReceivedFile[]): Promise<ImageFile[]> {
    const read = await readAll(files);
    const stored = read.map(({ received, picture }) => describe(received, picture));
    await this.deletions.reserve(stored.map((file) => imageFolder(file.fileId)));
    await eachInTurn(stored, PUTS_AT_ONCE, (file, index) => this.put(file, read[index]!));
    return stored;
  }

  private async put(file: ImageFile, { received, picture }: ReadFile): Promise<void> {
    const keys = imageKeys(file.fileId, file.extension);
    await this.storage.put(keys.original, received.path);
    await this.storage.put(keys.preview, picture.previewPath);
    await this.storage.put(keys.thumbnail, picture.thumbnailPath);
    await this.storage.put(aiPictureKey(file.fileId), picture.aiPath);
  }
}

/** Reads the pictures. @throws AppError of the first refused one, with all of them in its details */
async function readAll(files: ReceivedFile[]): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  const refusals: Refusal[] = [];
  await eachInTurn(files, READS_AT_ONCE, async (received, index) => {
    try {
      read[index] = { received, picture: await readPicture(received.path, received.name, received.folder) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals[index] = { field: received.field, error };
    }
  });
  // In the order of the files, whichever was read first.
  refuse(Object.values(refusals));
  return read;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.getStatus() < 500;
}

function refuse(refusals: Refusal[]): void {
  const [first] = refusals;
  if (!first) return;
  const details = refusals.map(({ field, error }) => ({ field, message: error.message }));
  throw new AppError(first.error.getStatus(), first.error.code, first.error.message, { details });
}

/**
 * A few at a time in their order. After a failure none is begun any more; once those that were begun have ended, the failure
 * of the first one is thrown.
 */
async function eachInTurn<T>(all: T[], atOnce: number, work: (one: T, index: number) => Promise<void>): Promise<void> {
  const fewAtATime = pLimit(atOnce);
  let hasFailed = false;
  const begin = async (one: T, index: number): Promise<void> => {
    if (hasFailed) return;
    await work(one, index).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
  };
  const ends = await Promise.allSettled(all.map((one, index) => fewAtATime(() => begin(one, index))));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function describe(received: ReceivedFile, picture: Picture): ImageFile {
  const { extension, width, height, takenAt } = picture;
  return { fileId: randomUUID(), fileName: received.name, extension, width, height, takenAt };
}
