import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ReceivedFile } from '../common/received-files.js';
import { readLogo } from '../images/picture.js';
import { DeletionsService } from './deletions.service.js';
import { logoFolder, logoKey } from './keys.js';
import { Storage } from './storage.js';

/** Stores the logos of agencies and of the platform. */
@Injectable()
export class LogosService {
  constructor(
    private readonly storage: Storage,
    private readonly deletions: DeletionsService,
  ) {}

  /**
   * Stores a logo and returns its file id. The caller's transaction must `release` the folder, else it is removed again.
   * @throws AppError 415 for what is not a picture
   */
  async store(file: ReceivedFile): Promise<string> {
    const path = await readLogo(file.path, file.name, file.folder);
    const fileId = randomUUID();
    await this.deletions.reserve([logoFolder(fileId)]);
    await this.storage.put(logoKey(fileId), path);
    return fileId;
  }
}
