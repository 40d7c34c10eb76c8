import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ReceivedFile } from '../common/received-files.js';
import { DeletionsService } from '../storage/deletions.service.js';
import { imageFolder, imageKeys } from '../storage/keys.js';
import { Storage } from '../storage/storage.js';
import type { ImageFile } from './image.entity.js';
import { readPicture, type Picture } from './picture.js';

interface ReadFile {
  received: ReceivedFile;
  picture: Picture;
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
   * @throws AppError 413 or 415 naming the refused file, before anything is stored
   */
  async store(files: ReceivedFile[]): Promise<ImageFile[]> {
    const read: ReadFile[] = [];
    for (const received of files) {
      read.push({ received, picture: await readPicture(received.path, received.name, received.folder) });
    }
    const stored = read.map(({ received, picture }) => describe(received, picture));
    await this.deletions.reserve(stored.map((file) => imageFolder(file.fileId)));
    for (const [index, file] of stored.entries()) await this.put(file, read[index]!);
    return stored;
  }

  private async put(file: ImageFile, { received, picture }: ReadFile): Promise<void> {
    const keys = imageKeys(file.fileId, file.extension);
    await this.storage.put(keys.original, received.path);
    await this.storage.put(keys.preview, picture.previewPath);
    await this.storage.put(keys.thumbnail, picture.thumbnailPath);
  }
}

function describe(received: ReceivedFile, picture: Picture): ImageFile {
  const { extension, width, height, takenAt } = picture;
  return { fileId: randomUUID(), fileName: received.name, extension, width, height, takenAt };
}
