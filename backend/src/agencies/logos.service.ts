import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { invalid } from '../platform/http/errors.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import { readLogo } from '../pictures/picture.js';
import { DeletionsService } from '../platform/storage/deletions.service.js';
import { logoFolder, logoKey } from '../platform/storage/keys.js';
import { Storage } from '../platform/storage/storage.js';

const BOTH = 'removeLogo cannot be true when a new logo is sent: send one or the other';

/** Stores the logos of agencies and of the platform. */
@Injectable()
export class LogosService {
  constructor(
    private readonly storage: Storage,
    private readonly deletions: DeletionsService,
  ) {}

  /**
   * Stores a new logo. The caller's transaction must `confirm` it, otherwise it is removed again.
   * @returns the file id of the new logo; `null` if the logo is to be removed, `undefined` if it stays
   * @throws AppError 400 if a logo is sent and removed at once, 415 for a file that is not a picture
   */
  async storeIfAny(
    file: ReceivedFile | undefined,
    { remove }: { remove: boolean },
  ): Promise<string | null | undefined> {
    if (remove && file) throw invalid([{ field: 'removeLogo', message: BOTH }]);
    return remove ? null : file && this.store(file);
  }

  /** Confirms the logo that `storeIfAny` stored, in the transaction that saves its row. */
  async confirm(manager: EntityManager, fileId: string | null | undefined): Promise<void> {
    if (fileId) await this.deletions.confirm(manager, [logoFolder(fileId)]);
  }

  private async store(file: ReceivedFile): Promise<string> {
    const path = await readLogo(file.path, file.name, file.folder);
    const fileId = randomUUID();
    const folders = [logoFolder(fileId)];
    await this.deletions.reserve(folders);
    await this.deletions.cancelIfItFails(folders, () => this.storage.put(logoKey(fileId), path));
    return fileId;
  }
}
