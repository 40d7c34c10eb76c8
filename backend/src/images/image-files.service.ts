import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AppError, conflict } from '../platform/http/errors.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import { DeletionsService } from '../platform/storage/deletions.service.js';
import { aiPictureKey, imageFolders, imageKeys } from '../platform/storage/keys.js';
import { Storage } from '../platform/storage/storage.js';
import type { ImageFile } from './earlier-version.js';
import { readPicture, type Picture } from '../pictures/picture.js';

/** Limits per request; several requests run at the same time. */
const CONCURRENT_READS = 3;
const CONCURRENT_PUTS = 4;

/** The name of the folder of an image's files. */
export type FileId = Pick<ImageFile, 'fileId'>;

/** The image whose files are copied. */
type CopySource = Pick<ImageFile, 'fileId' | 'fileName' | 'extension'>;

interface ReadFile {
  received: ReceivedFile;
  picture: Picture;
}

/** A file of the form that is refused, and why. */
interface Refusal {
  field: string;
  error: AppError;
}

/** Stores the files of images: those of all images of a request, or none. */
@Injectable()
export class ImageFilesService {
  constructor(
    private readonly storage: Storage,
    private readonly deletions: DeletionsService,
  ) {}

  /**
   * Stores the originals, byte for byte, and their derivatives; then calls `save`.
   * @param save saves the rows in a transaction that confirms the folders (`DeletionsService.confirm`); the worker
   * removes files in folders that are not confirmed
   * @throws AppError 413 or 415 naming the refused files, before anything is stored
   */
  async store<Saved>(files: ReceivedFile[], save: (stored: ImageFile[]) => Promise<Saved>): Promise<Saved> {
    const read = await readAll(files);
    const stored = read.map(({ received, picture }) => toImageFile(received, picture));
    return this.inNewFolders(stored, async () => {
      await forEachLimited(stored, CONCURRENT_PUTS, (file, index) => this.storeFiles(file, read[index]!));
      return save(stored);
    });
  }

  /**
   * Copies the files of these images to new folders; then calls `save`.
   * @param save as for `store`; gets the new files in the order of the images
   * @throws AppError 409 FILE_MISSING
   */
  copy<Saved>(images: CopySource[], save: (copies: FileId[]) => Promise<Saved>): Promise<Saved> {
    const copies = images.map(() => ({ fileId: randomUUID() }));
    return this.inNewFolders(copies, async () => {
      await forEachLimited(images, CONCURRENT_PUTS, (image, index) => this.copyOne(image, copies[index]!.fileId));
      return save(copies);
    });
  }

  private async inNewFolders<Saved>(files: FileId[], work: () => Promise<Saved>): Promise<Saved> {
    const folders = imageFolders(files);
    await this.deletions.reserve(folders);
    const saved = await this.deletions.cancelIfItFails(folders, work);
    // Removes folders that were not confirmed, because the same request had succeeded before. If this fails, the
    // worker does it in an hour.
    await this.deletions.cancel(folders).catch(() => undefined);
    return saved;
  }

  private async copyOne({ fileId, fileName, extension }: CopySource, copyId: string): Promise<void> {
    const [from, to] = [imageKeys(fileId, extension), imageKeys(copyId, extension)];
    for (const kind of ['original', 'preview', 'thumbnail'] as const) {
      if (!(await this.storage.copy(from[kind], to[kind]))) throw fileMissing(fileName);
    }
    // Images that were restored from a backup have no AI picture.
    await this.storage.copy(aiPictureKey(fileId), aiPictureKey(copyId));
  }

  private async storeFiles(file: ImageFile, { received, picture }: ReadFile): Promise<void> {
    const keys = imageKeys(file.fileId, file.extension);
    await this.storage.put(keys.original, received.path);
    await this.storage.put(keys.preview, picture.previewPath);
    await this.storage.put(keys.thumbnail, picture.thumbnailPath);
    await this.storage.put(aiPictureKey(file.fileId), picture.aiPath);
  }
}

function fileMissing(fileName: string): AppError {
  const message = `The file of ${fileName} was replaced or deleted just now, or is missing in the storage. Please look at the photo, then try again.`;
  return conflict('FILE_MISSING', message);
}

/** Reads the pictures. @throws AppError of the first refused one, with all of them in its details */
async function readAll(files: ReceivedFile[]): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  const refusals: Refusal[] = [];
  await forEachLimited(files, CONCURRENT_READS, async (received, index) => {
    try {
      read[index] = { received, picture: await readPicture(received.path, received.name, received.folder) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals[index] = { field: received.field, error };
    }
  });
  // `refusals` is indexed by file, so the first refused file comes first.
  throwRefusals(Object.values(refusals));
  return read;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.getStatus() < 500;
}

function throwRefusals(refusals: Refusal[]): void {
  const [first] = refusals;
  if (!first) return;
  const details = refusals.map(({ field, error }) => ({ field, message: error.message }));
  throw new AppError(first.error.getStatus(), first.error.code, first.error.message, { details });
}

/**
 * Calls `work` for each element in order, at most `atOnce` at a time. After an error no further call is started; the
 * error is thrown once all calls have ended.
 */
async function forEachLimited<T>(
  all: T[],
  atOnce: number,
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
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

function toImageFile(received: ReceivedFile, picture: Picture): ImageFile {
  const { extension, width, height, takenAt, isCmyk, perceptualHash } = picture;
  const { name: fileName, size: bytes, sha256 } = received;
  const checks = { ...picture.checks, isCmyk };
  return { fileId: randomUUID(), fileName, extension, width, height, takenAt, bytes, sha256, checks, perceptualHash };
}
