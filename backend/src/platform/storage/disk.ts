import { randomUUID } from 'node:crypto';
import { access, constants, copyFile, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { Dir } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Logger } from '@nestjs/common';
import { unlessMissing } from '../operator-error.js';
import { PRIVATE_MODE } from './data-dir.js';
import { assertKey } from './keys.js';
import {
  SMALL_BYTES,
  smallFile,
  Storage,
  StorageError,
  type ByteRange,
  type ListedFile,
  type StoredFile,
} from './storage.js';

const SENTENCES: Record<string, string> = {
  ENOSPC: 'The disk that keeps the files is full. Please tell the administrator of this system.',
  EDQUOT: 'The disk that keeps the files is full. Please tell the administrator of this system.',
  EROFS: 'The disk that keeps the files cannot be written to. Please tell the administrator of this system.',
  EACCES: 'The product may not use the disk that keeps the files. Please tell the administrator of this system.',
  EPERM: 'The product may not use the disk that keeps the files. Please tell the administrator of this system.',
};

const AWAY = 'The files cannot be reached right now. Please try again in a minute.';

/** Files in a directory of this machine. */
export class DiskStorage extends Storage {
  private readonly logger = new Logger('DiskStorage');

  constructor(private readonly root: string) {
    super();
  }

  async put(key: string, path: string): Promise<void> {
    const target = this.pathOf(key);
    await access(path);
    await this.guard(async () => {
      await makeDirectory(dirname(target));
      await writeDurably(target, (temporary) => copyFile(path, temporary));
    });
  }

  async copy(from: string, to: string): Promise<boolean> {
    const [source, target] = [this.pathOf(from), this.pathOf(to)];
    return this.guard(async () => {
      if (!(await unlessMissing(stat(source)))) return false;
      await makeDirectory(dirname(target));
      // Where the file system can share the content of two files, the copy takes no space.
      const clone = (temporary: string): Promise<void> => copyFile(source, temporary, constants.COPYFILE_FICLONE);
      await writeDurably(target, clone);
      return true;
    });
  }

  async stat(key: string): Promise<{ size: number } | null> {
    const path = this.pathOf(key);
    return (await this.guard(() => unlessMissing(stat(path)))) ?? null;
  }

  override async localPath(key: string): Promise<string | null> {
    return (await this.stat(key)) && this.pathOf(key);
  }

  async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    const path = this.pathOf(key);
    return this.guard(async () => {
      const handle = await unlessMissing(open(path, 'r'));
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        if (range || size > SMALL_BYTES) return { size, stream: handle.createReadStream(range) };
        const bytes = await handle.readFile();
        await handle.close();
        return smallFile(bytes, size);
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  async *list(folder: string): AsyncGenerator<ListedFile> {
    const path = this.pathOf(folder);
    const directory = await this.guard(() => unlessMissing(opendir(path)));
    if (directory) yield* this.listIn(directory, folder);
  }

  async remove(folder: string): Promise<void> {
    const path = this.pathOf(folder);
    await this.guard(async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      await unlessMissing(syncDirectory(dirname(path)));
    });
  }

  async check(): Promise<void> {
    await this.guard(async () => {
      await makeDirectory(this.root);
      const probe = join(this.root, `.probe-${randomUUID()}`);
      try {
        await writeFile(probe, Buffer.alloc(4096), { flush: true });
      } finally {
        await rm(probe, { force: true });
      }
    });
  }

  prepare(): Promise<void> {
    return this.check();
  }

  private async *listIn(directory: Dir, folder: string): AsyncGenerator<ListedFile> {
    try {
      for (let entry; (entry = await this.guard(() => directory.read()));) {
        const path = join(directory.path, entry.name);
        const key = `${folder}/${entry.name}`;
        // A file may be removed while the folder is listed.
        const inner = entry.isDirectory() ? await this.guard(() => unlessMissing(opendir(path))) : null;
        if (inner) yield* this.listIn(inner, key);
        const file = entry.isDirectory() ? null : await this.guard(() => unlessMissing(stat(path)));
        if (file) yield { key, size: file.size };
      }
    } finally {
      await directory.close();
    }
  }

  private pathOf(key: string): string {
    assertKey(key);
    return join(this.root, key);
  }

  private async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (!code) throw error;
      const { message } = error as Error;
      this.logger.error(message);
      const kind = ['ENOSPC', 'EDQUOT'].includes(code) ? 'full' : 'away';
      throw new StorageError(kind, SENTENCES[code] ?? AWAY, `DATA_DIR: files cannot be kept there (${message})`);
    }
  }
}

// A reader sees the whole file or none, even after a power cut, because the content reaches the disk before the name.
async function writeDurably(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  try {
    await write(temporary);
    await sync(temporary, 'r+');
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(target));
}

async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE_MODE });
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory, and writes names to the disk by itself.
  if (process.platform !== 'win32') await sync(path, 'r');
}

/** Waits until the content of a file, or the names in a folder, are on the disk. */
export async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
